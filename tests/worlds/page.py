# page.py - docs/definitions/calibration.md, made of scores
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""How often what is said of simulated worlds is so, by certainty, rule and world."""

import scores

HEAD = """# Calibration: how often findings are true

Written by `./dev bench worlds N --page`: what is said of {runs} simulated runs, {each} of each world, {seed}. They are
made by a simulator that knows nothing of the rules (`tests/worlds/README.md`). What [certainty](findings.md#certainty)
promises and what was true stand beside each other, failures included. A finding counts if it costs 2 % of the step or
more, and says more than what a step consists of.
"""


def percent(part, whole):
    return f'{100 * part / whole:.1f} %' if whole else '–'


def rows_of(head, rows):
    yield '| ' + ' | '.join(head) + ' |'
    yield '|' + '---|' * len(head)
    yield from ('| ' + ' | '.join(str(cell) for cell in row) + ' |' for row in rows)
    yield ''


def by_certainty(found):
    claims = [claim for one in found for claim in one['claims']]
    for word, promise in (('sure', '99 %'), ('likely', '80 %'), ('possible', '–')):
        mine = [claim for claim in claims if claim[0] == word]
        yield word, promise, len(mine), percent(sum(claim[2] for claim in mine), len(mine))


def by_rule(found):
    said = {}
    for one in found:
        for word, _, true, name in one['claims']:
            entry = said.setdefault(name, {}).setdefault(word, [0, 0, {}])
            entry[0] += 1
            entry[1] += true
            if not true:
                entry[2][one['world']] = entry[2].get(one['world'], 0) + 1
    for name in sorted(said):
        for word in ('sure', 'likely', 'possible'):
            if word in said[name]:
                count, true, wrong = said[name][word]
                worst = sorted(wrong.items(), key=lambda item: (-item[1], item[0]))[:4]
                yield (f'`{name}`', word, count, percent(true, count),
                       ', '.join(f'{world} {n}' for world, n in worst))


def by_world(found, clean):
    columns = ('quiet', 'blamed') if clean else ('first', 'found', 'both', 'beside', 'gain')
    for world in dict.fromkeys(one['world'] for one in found if one['clean'] == clean):
        mine = [one for one in found if one['world'] == world]
        cells = []
        for column in columns:
            right, count = scores.share(mine, column)
            cells.append(f'{right} of {count}' if count else '–')
        yield (f'`{world}`', *cells)


def write(path, found, each, seed):
    """The page of all worlds, in their order."""
    lines = [HEAD.format(runs=len(found), each=each, seed=f'seed {seed}'),
             '### <a id="certainty"></a>By certainty', '',
             *rows_of(('Said', 'Promised', 'Times', 'True'), by_certainty(found)),
             '### <a id="rules"></a>By rule', '',
             *rows_of(('Rule', 'Said', 'Times', 'True', 'Wrong most often in'), by_rule(found)),
             '### <a id="clean"></a>Worlds in which nothing is wrong', '',
             'Quiet: nothing is said at *likely* or above. Blamed: something wrong is said at *sure*.', '',
             *rows_of(('World', 'Quiet', 'Blamed'), by_world(found, True)),
             '### <a id="faults"></a>Worlds with a fault', '',
             'First: the first finding names the larger fault and its place. Found: any does. Both: of two faults each is',
             'named by some. Beside: something wrong is said at *sure*. Gain: of those that are first, the gain is within',
             '25 % of the true one.', '',
             *rows_of(('World', 'First', 'Found', 'Both', 'Beside', 'Gain'), by_world(found, False))]
    path.write_text('\n'.join(lines).rstrip('\n') + '\n', encoding='utf-8')
