# lanescope-cli.bash - completion of lanescope-cli in bash
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Written by make-completions.py from what --help says; not by hand.

_lanescope_cli_files ()
{
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_lanescope_cli ()
{
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local command=cluster words="" word

  # A path by itself asks for the overview.
  [[ $COMP_CWORD -gt 1 && -e ${COMP_WORDS[1]} ]] && command=overview
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      overview | findings | compare | report | pp | budget | tree | overlap | info | stragglers | waits | communication | operators | roofline | dispatch | memory | timeline | slices | query | convert | check | extract | merge | mcp | schedule) command=$word; break ;;
      -*) break ;;
    esac
  done

  COMPREPLY=()
  prev=${prev//_/-}
  case $command:$prev in
    *:--rank-list | *:-r) words='all' ;;
    *:--order) words='tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep' ;;
    *:--schedule) words='auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy' ;;
    *:--align) words='auto none p2p' ;;
    *:--across-chips) words='auto yes no' ;;
    *:--parts) words='category module op operators timelines pipelines chips' ;;
    *:--lang) words='en zh' ;;
    *:--step) words='median all' ;;
    pp:--color) words='kind phase micro-batch duration insight' ;;
    timeline:--color) words='name core duration step module' ;;
    *:--theory) words='none global stage block' ;;
    *:--compare-step) words='median' ;;
    *:--twin) words='below interleaved ghost' ;;
    *:--show) words='path causes differences' ;;
    *:--what-if) words='all gpipe 1f1b interleaved:2 zbh1 zbv dualpipe dualpipev balanced' ;;
    *:--view) words='path call variant instance class op' ;;
    *:--sort) words='total_ns self_ns calls avg_ns max_ns p95_ns share_of_device_time share_of_step mfu_core mfu_total' ;;
    *:--mfu) words='auto off peer' ;;
    *:--flops) words='recorded marks shapes' ;;
    *:--peak-basis) words='fp16 dtype' ;;
    *:--module-source) words='auto mstx trace' ;;
    *:--threads) words='auto own merged' ;;
    operators:--by) words='type core name shapes module op stream rank step family' ;;
    memory:--by) words='op module stack size block' ;;
    *:--at) words='peak' ;;
    *:--to) words='db' ;;
    *:--variant) words='no-overlap no-w-split fused-first fused-middle refill' ;;
    *:--mode | *:-m) words='module_statistic operator_mfu pp_chart cluster_time_summary slow_rank compute_op_sum hccl_sum cann_api_sum mstx_sum free_analysis slow_link freq_analysis ep_load_balance computational_op_masking communication_time communication_matrix communication_group_map communication_time_sum communication_matrix_sum communication_bottleneck cluster_time_compare_summary mstx2commop p2p_pairing export_summary all' ;;
    *:--export-type) words='db text xlsx csv json' ;;
    compare:-bp | *:--table | *:--xlsx | *:--op-names | *:--names | *:--out | *:--before | *:--after | \
      *:--profiling-path | *:-d | *:--benchmark-profiling-path | *:--output-path | *:-o | *:--map | *:--report | \
      *:--pins | *:--compare | *:--budget | *:--baseline | *:--baseline-dir | *:--junit | *:--bp)
      _lanescope_cli_files "$cur"
      return
      ;;
    *:--jobs | *:-j | *:--memory | *:--recording | *:--pp-groups | *:--name | *:--layout | *:--width | *:--scale | \
      *:--rank | *:--peaks | *:--labels | *:--title | *:--author | *:--group | *:-g | *:--first-name | \
      *:--second-name | *:--w-share | *:--overlap-gain | *:--latency | *:--layers | *:--step-id | *:--depth | \
      *:--chip | *:--peak-tflops | *:--peak-bandwidth | *:--module-domain | *:--module-event-types | *:--slack | \
      *:--steps | *:--core | *:--type | *:--shapes | *:--module | *:--stream | *:--range | *:--duration | \
      *:--lanes | *:--timeout | *:--max-rows | *:--max-memory | *:--save-baseline | *:--fail-above | *:--detail | \
      *:--stages | *:-P | *:--micro-batches | *:-M | *:--chunks | *:--cost | *:--top-num | *:--parallel-types | \
      *:--rank-id)
      return
      ;;
    *)
      if [[ $cur == -* ]]; then
        case $command in
          overview)
            words="--table --json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs
              --recording --op-names --names --pp-groups --order --schedule --align --name --loose-names
              --host-passes --layout --out --width --scale --dark --outlines --help" ;;
          findings)
            words="--json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs --recording
              --op-names --names --pp-groups --order --schedule --align --name --loose-names --host-passes --layout
              --help" ;;
          compare)
            words="--rank --before --after --profiling-path --benchmark-profiling-path --output-path --compat --findings
              --map --across-chips --peaks --labels --out --parts --dark --outlines --table --json --csv --raw
              --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs --recording --op-names --names
              --pp-groups --order --schedule --align --name --loose-names --host-passes --report --title --author
              --lang --pins --pins-only --full --reproducible --layout --help" ;;
          report)
            words="--rank-list --jobs --memory --verbose --quiet --all-runs --recording --op-names --names --pp-groups
              --order --schedule --align --name --loose-names --host-passes --report --title --author --lang --pins
              --pins-only --full --reproducible --layout --help" ;;
          pp)
            words="--group --step --out --table --json --color --theory --with-latency --compare --compare-step --title
              --first-name --second-name --twin --show --width --scale --dark --outlines --figure --what-if
              --w-share --overlap-gain --latency --layers --lumps --spread-lumps --full-recompute --jobs --memory
              --verbose --quiet --all-runs --recording --op-names --names --pp-groups --order --schedule --align
              --name --loose-names --host-passes --layout --write-step-task-info --help" ;;
          budget)
            words="--step-id --json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs
              --recording --op-names --names --help" ;;
          tree)
            words="--rank-list --view --sort --ascending --depth --step-id --json --csv --raw --xlsx --all --jobs
              --memory --verbose --quiet --all-runs --recording --op-names --names --mfu --flops --chip
              --peak-tflops --peak-bandwidth --peak-basis --module-source --module-domain --module-event-types
              --threads --slack --help" ;;
          overlap)
            words="--json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs --recording
              --op-names --names --out --width --scale --dark --outlines --help" ;;
          info)
            words="--json --all --jobs --memory --verbose --quiet --all-runs --recording --op-names --names --help" ;;
          stragglers)
            words="--steps --table --out --width --scale --dark --outlines --json --csv --raw --xlsx --all --jobs
              --memory --verbose --quiet --all-runs --recording --op-names --names --pp-groups --order --schedule
              --align --name --loose-names --host-passes --layout --help" ;;
          waits)
            words="--table --json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs
              --recording --op-names --names --help" ;;
          communication)
            words="--groups --ops --links --matrix --packets --experts --reported --reported-bandwidth --table --json
              --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs --recording
              --op-names --names --layout --help" ;;
          operators)
            words="--by --core --type --name --shapes --module --stream --steps --range --duration --whole --device
              --streams --dynamic --ai-cpu --compat --compare --map --table --json --csv --raw --xlsx --all
              --rank-list --jobs --memory --verbose --quiet --all-runs --recording --op-names --names --help" ;;
          roofline)
            words="--steps --json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs
              --recording --op-names --names --mfu --flops --chip --peak-tflops --peak-bandwidth --peak-basis
              --module-source --module-domain --module-event-types --threads --slack --help" ;;
          dispatch)
            words="--ops --calls --copies --compile --sync --compat --json --csv --raw --xlsx --all --rank-list --jobs
              --memory --verbose --quiet --all-runs --recording --op-names --names --out --width --scale --dark
              --outlines --help" ;;
          memory)
            words="--at --by --ranks --ops --blocks --growth --hints --components --steps --segments --compat --compare
              --table --json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs
              --recording --op-names --names --help" ;;
          timeline)
            words="--out --range --lanes --color --width --scale --dark --outlines --rank-list --jobs --memory --verbose
              --quiet --all-runs --recording --op-names --names --help" ;;
          slices)
            words="--name --range --lanes --args --json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose
              --quiet --all-runs --recording --op-names --names --help" ;;
          query)
            words="--timeout --max-rows --max-memory --tables --json --csv --raw --xlsx --all --rank-list --jobs --memory
              --verbose --quiet --all-runs --recording --op-names --names --help" ;;
          convert)
            words="--to --out --rank-list --jobs --memory --verbose --quiet --all-runs --recording --op-names --names
              --help" ;;
          check)
            words="--budget --baseline --save-baseline --baseline-dir --fail-above --strict --junit --markdown --init
              --force --json --csv --raw --xlsx --all --rank-list --jobs --memory --verbose --quiet --all-runs
              --recording --op-names --names --layout --help" ;;
          extract)
            words="--output-path --force --detail --rank-list --jobs --memory --verbose --quiet --all-runs --recording
              --op-names --names --help" ;;
          merge)
            words="--output-path --jobs --memory --verbose --quiet --all-runs --recording --op-names --names --help" ;;
          mcp)
            words="--help" ;;
          schedule)
            words="--stages --micro-batches --chunks --cost --latency --variant --json --out --title --width --scale
              --dark --outlines --help" ;;
          cluster)
            words="--mode --profiling-path --output-path --export-type --rank-list --step-id --backward --top-num
              --exclude-op-name --parallel-types --rank-id --bp --jobs --memory --verbose --quiet --all-runs
              --recording --op-names --names --mfu --flops --chip --peak-tflops --peak-bandwidth --peak-basis
              --module-source --module-domain --module-event-types --threads --slack --pp-groups --order --schedule
              --align --name --loose-names --host-passes --layout --write-step-task-info --help --version" ;;
        esac
      elif [[ $command == query && $COMP_CWORD -gt 2 ]]; then
        words=""
      elif [[ $command == schedule ]]; then
        words='1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy'
      elif [[ $command != cluster ]]; then
        _lanescope_cli_files "$cur"
        return
      elif [[ $COMP_CWORD -eq 1 ]]; then
        words='cluster overview findings compare report pp budget tree overlap info stragglers waits communication operators roofline dispatch memory timeline slices query convert check extract merge mcp schedule'
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur")
        return
      fi
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _lanescope_cli lanescope-cli
