#!/usr/bin/env python3
# make-completions.py - the three completions of lanescope-cli, made of what --help says
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""usage: make-completions.py LANESCOPE-CLI FOLDER

Writes lanescope-cli.bash, .zsh and .fish. A test looks whether those of the repository are what this
writes, so that no shell lacks an option that the program has."""

import os
import pathlib
import re
import subprocess
import sys

HEAD = """# lanescope-cli.{shell} - completion of lanescope-cli in {shell}
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Written by make-completions.py from what --help says; not by hand.
"""
BATCH = 'cluster'
SCHEDULES = ('1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b '
             'breadth-first zbh2 zbv-pytorch zbv-greedy')
MODES = ('module_statistic operator_mfu pp_chart cluster_time_summary slow_rank compute_op_sum '
         'hccl_sum cann_api_sum mstx_sum free_analysis slow_link freq_analysis ep_load_balance '
         'computational_op_masking communication_time communication_matrix '
         'communication_group_map communication_time_sum communication_matrix_sum '
         'communication_bottleneck cluster_time_compare_summary mstx2commop p2p_pairing '
         'export_summary all')

# The words that an option knows; of a command where they are its own.
WORDS = {
    'mode': MODES,
    'export-type': 'db text xlsx csv json',
    'mfu': 'auto off peer',
    'across-chips': 'auto yes no',
    'flops': 'recorded marks shapes',
    'peak-basis': 'fp16 dtype',
    'module-source': 'auto mstx trace',
    'threads': 'auto own merged',
    'rank-list': 'all',
    'view': 'path call variant instance class op',
    'sort': 'total_ns self_ns calls avg_ns max_ns p95_ns share_of_device_time share_of_step '
            'mfu_core mfu_total',
    'step': 'median all',
    'compare-step': 'median',
    ('pp', 'color'): 'kind phase micro-batch duration insight',
    ('timeline', 'color'): 'name core duration step module',
    'to': 'db',
    'theory': 'none global stage block',
    'twin': 'below interleaved ghost',
    'show': 'path causes differences',
    'align': 'auto none p2p',
    'what-if': 'all gpipe 1f1b interleaved:2 zbh1 zbv dualpipe dualpipev balanced',
    'variant': 'no-overlap no-w-split fused-first fused-middle refill',
    'schedule': 'auto ' + SCHEDULES,
    'lang': 'en zh',
    'order': 'tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep',
    ('compare', 'parts'): 'category module op operators timelines pipelines chips',
    ('operators', 'by'): 'type core name shapes module op stream rank step family',
    ('memory', 'by'): 'op module stack size block',
    ('memory', 'at'): 'peak',
}
ENDINGS = {'out': 'svg|png|pdf', 'table': 'xlsx|db|csv|json', 'report': 'pdf|html|xlsx|md|json',
           'xlsx': 'xlsx', 'junit': 'xml', 'pins': 'json'}
FILE_VALUES = ('FILE', 'PATH', 'PATH2', 'DIR', 'OUT', 'AFTER', 'BEFORE')
FILE_OPTIONS = ('profiling-path', 'benchmark-profiling-path', 'output-path', 'baseline',
                'before', 'after', 'bp')


class Option:
    """One line of a command's --help."""

    def __init__(self, letter, name, value, text):
        self.letter = letter
        self.name = name
        self.value = value
        self.text = text.replace('“', '"').replace('”', '"').replace('…', '...')

    def words(self, command):
        """The words that it knows, with blanks between."""
        return WORDS.get((command, self.name), WORDS.get(self.name))

    def is_file(self):
        """Whether its value is the name of a file or folder."""
        return self.name in FILE_OPTIONS or \
            (self.value in FILE_VALUES and self.name != 'module')

    def is_folder(self):
        """Whether it is the name of a folder."""
        return self.value == 'DIR' and self.name not in ('profiling-path', 'bp')


class Command:
    """A command with its options and arguments."""

    def __init__(self, name, line, help_text):
        self.name = name
        self.line = line
        usage = help_text.splitlines()[1].split(']', 1)
        self.arguments = usage[1].split() if len(usage) > 1 else []
        pattern = re.compile(r'^  (?:-(\w), )?--([a-z-]+)(?:=(\S.*?))?  +(\S.*)$', re.M)
        self.options = [Option(*found) for found in pattern.findall(help_text)
                        if found[1] != 'help']


def ask(program, *words):
    """What the program prints, in English."""
    env = {**os.environ, 'LC_ALL': 'C.UTF-8', 'LANGUAGE': ''}
    return subprocess.run([program, *words], check=True, env=env, stdout=subprocess.PIPE,
                          text=True).stdout


def list_commands(program):
    """Commands in the order of --help; the last is the batch analysis without a name."""
    text = ask(program, '--help')
    lines = re.findall(r'^  ([a-z]+) +(\S.*)$', text, re.M)
    found = [Command(name, line, ask(program, 'help', name)) for name, line in lines
             if name != 'lanescope']
    line = re.search(r'^  -m +(\S.*)$', text, re.M).group(1)
    return found + [Command(BATCH, line, ask(program, 'help', BATCH))]


# ---- bash ----------------------------------------------------------------------------------------

BASH = """
_lanescope_cli_files ()
{
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_lanescope_cli ()
{
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local command=@BATCH@ words="" word

  # A path by itself asks for the overview.
  [[ $COMP_CWORD -gt 1 && -e ${COMP_WORDS[1]} ]] && command=overview
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      @NAMES@) command=$word; break ;;
      -*) break ;;
    esac
  done

  COMPREPLY=()
  prev=${prev//_/-}
  case $command:$prev in
@WORDS@
    @FILES@)
      _lanescope_cli_files "$cur"
      return
      ;;
    @TEXTS@)
      return
      ;;
    *)
      if [[ $cur == -* ]]; then
        case $command in
@OPTIONS@
        esac
      elif [[ $command == query && $COMP_CWORD -gt 2 ]]; then
        words=""
      elif [[ $command == schedule ]]; then
        words='@SCHEDULES@'
      elif [[ $command != @BATCH@ ]]; then
        _lanescope_cli_files "$cur"
        return
      elif [[ $COMP_CWORD -eq 1 ]]; then
        words='@COMMANDS@'
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur")
        return
      fi
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _lanescope_cli lanescope-cli
"""


def wrap(words, indent, most=116):
    """Words in lines of @most letters, the further ones indented."""
    lines, line = [], ''
    for word in words:
        if line and len(indent) + len(line) + len(word) + 1 > most:
            lines.append(line)
            line = ''
        line += (' ' if line else '') + word
    return ('\n' + indent).join(lines + [line])


def spell(option):
    """All spellings of an option."""
    return ['--' + option.name] + (['-' + option.letter] if option.letter else [])


def make_bash(commands):
    """The completion of bash."""
    kinds = {}
    for command in commands:
        for option in command.options:
            kind = option.words(command.name) or ('\0' if option.is_file() else '')
            for name in spell(option) if option.value else ():
                kinds.setdefault(name, {})[command.name] = kind
    patterns = {'\0': ['compare:-bp']}
    for name, of_commands in kinds.items():
        if len(set(of_commands.values())) == 1:
            patterns.setdefault(next(iter(of_commands.values())), []).append('*:' + name)
        else:
            for command, kind in of_commands.items():
                patterns.setdefault(kind, []).append(f'{command}:{name}')
    files, texts = patterns.pop('\0'), patterns.pop('')
    arms = '\n'.join(f"    {wrap_alternatives(names)}) words='{words}' ;;"
                     for words, names in patterns.items())
    options = '\n'.join(
        f'          {command.name})\n            words="'
        + wrap(['--' + option.name for option in command.options]
               + ['--help'] + (['--version'] if command.name == BATCH else []), ' ' * 14) + '" ;;'
        for command in commands)
    names = [command.name for command in commands if command.name != BATCH]
    text = HEAD.format(shell='bash') + BASH
    for key, value in (('BATCH', BATCH), ('NAMES', ' | '.join(names)), ('WORDS', arms),
                       ('FILES', wrap_alternatives(files)),
                       ('TEXTS', wrap_alternatives(texts)), ('OPTIONS', options),
                       ('SCHEDULES', SCHEDULES),
                       ('COMMANDS', ' '.join([BATCH, *names]))):
        text = text.replace(f'@{key}@', value)
    return text


def wrap_alternatives(patterns):
    """Patterns of a case, in lines."""
    return wrap([f'{pattern} |' for pattern in patterns], '      ').rstrip(' |').replace(
        '\n', ' \\\n')


# ---- zsh -----------------------------------------------------------------------------------------

ZSH = """
local -a commands
commands=(
@COMMANDS@
)

_lanescope_cli_first ()
{
  _describe -t commands command commands
  _files
}

local command=$words[2]
# A path by itself asks for the overview.
[[ -n $command && $CURRENT -gt 2 && -e ${(Q)~command} ]] && command=overview
case $command in
@CASES@
esac
"""


def quote_zsh(text):
    """A text between brackets, within single quotes."""
    for sign in '\\[]:':
        text = text.replace(sign, '\\' + sign)
    return text.replace("'", "'\\''")


def say_zsh(option, command):
    """An option as _arguments wants it."""
    text = f'[{quote_zsh(option.text)}]'
    if option.value:
        text += f':{option.value.split()[0].lower()}:'
        words = option.words(command.name)
        if words:
            text += f'({words})'.replace(':', '\\:')
        elif option.name in ENDINGS:
            text += f'_files -g "*.({ENDINGS[option.name]})"'
        elif option.is_file():
            text += '_files -/' if option.is_folder() else '_files'
    if option.letter:
        return (f"'(-{option.letter} --{option.name})'"
                f"{{-{option.letter},--{option.name}}}'{text}'")
    several = '*' if option.name in ('module-domain', 'name', 'before', 'after') else ''
    return f"'{several}--{option.name}{text}'"


def say_zsh_arguments(command):
    """What follows the name of a command."""
    for number, argument in enumerate(command.arguments):
        place = f'{number + 2}:' if not argument.endswith('…') else '*:'
        what = argument.rstrip('…').lower()
        action = (f'({SCHEDULES})' if command.name == 'schedule' else
                  '' if argument == 'SQL' else '_files')
        yield f"'{place}{what}:{action}'"


def make_zsh(commands):
    """The completion of zsh."""
    cases = []
    for command in commands:
        is_batch = command.name == BATCH
        lines = ["'1: :_lanescope_cli_first'" if is_batch else f"'1:command:({command.name})'"]
        lines += [say_zsh(option, command) for option in command.options]
        lines += ["'(- *)'{-h,--help}'[print help]'"]
        lines += ["'(- *)--version[print the version]'"] if is_batch else []
        lines += say_zsh_arguments(command)
        cases.append(f'  {"*" if is_batch else command.name})\n    _arguments \\\n      '
                     + ' \\\n      '.join(lines) + ' ;;')
    text = '#compdef lanescope-cli\n' + HEAD.format(shell='zsh') + ZSH
    names = '\n'.join(f"  '{command.name}:{quote_zsh(command.line)}'" for command in commands)
    return text.replace('@COMMANDS@', names).replace('@CASES@', '\n'.join(cases))


# ---- fish ----------------------------------------------------------------------------------------

def quote_fish(text):
    """A text within single quotes."""
    return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"


def say_fish(option, command):
    """What fish is told of an option, without its condition."""
    text = f' -s {option.letter}' if option.letter else ''
    text += f' -l {option.name}'
    words = option.words(command.name)
    if words:
        text += f' -x -a {quote_fish(words)}'
    elif option.value:
        text += ' -r' if option.is_file() else ' -x'
    return text + f' -d {quote_fish(option.text)}'


def make_fish(commands):
    """The completion of fish: options that several commands have are said once."""
    names = [command.name for command in commands if command.name != BATCH]
    text = HEAD.format(shell='fish') + f'\nset -l commands {" ".join(names)}\n\n'
    for command in commands:
        text += (f'complete -c lanescope-cli -n __fish_use_subcommand -a {command.name} '
                 f'-d {quote_fish(command.line)}\n')
    text += 'complete -c lanescope-cli -n __fish_use_subcommand -l version -d \'Print the version\'\n'
    text += 'complete -c lanescope-cli -s h -l help -d \'Print help\'\n'
    text += (f'complete -c lanescope-cli -n \'__fish_seen_subcommand_from schedule\' -f '
             f'-a {quote_fish(SCHEDULES)}\n\n')
    lines = {}
    for command in commands:
        for option in command.options:
            lines.setdefault(say_fish(option, command), []).append(command.name)
    for line, owners in lines.items():
        seen = [name for name in owners if name != BATCH]
        if seen:
            text += (f'complete -c lanescope-cli -n \'__fish_seen_subcommand_from '
                     f'{" ".join(seen)}\'{line}\n')
        if BATCH in owners:
            text += (f'complete -c lanescope-cli -n "not __fish_seen_subcommand_from $commands"'
                     f'{line}\n')
    return text


def main():
    """Writes the three files."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    commands = list_commands(program)
    for shell, make in (('bash', make_bash), ('zsh', make_zsh), ('fish', make_fish)):
        (folder / f'lanescope-cli.{shell}').write_text(make(commands), encoding='utf-8')


main()
