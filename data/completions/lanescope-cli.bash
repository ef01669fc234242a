# lanescope-cli.bash - completion of lanescope-cli in bash
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0

_lanescope_cli_files ()
{
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_lanescope_cli ()
{
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local command=batch words="" word
  local common='--jobs --memory --verbose --quiet --all-runs --recording --op-names --names --help'
  local module='--mfu --flops --chip --peak-tflops --peak-bandwidth --peak-basis --module-source --module-domain
    --module-event-types --threads --slack'
  local pipeline='--pp-groups --order --schedule --align --name --loose-names --host-passes'

  # A path by itself asks for the overview.
  [[ $COMP_CWORD -gt 1 && -e ${COMP_WORDS[1]} ]] && command=overview
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      info | tree | pp | schedule | budget | compare | check | stragglers | overlap | dispatch | waits | communication | operators | mcp | memory | extract | merge | overview | findings | report | roofline | slices | timeline | convert | query) command=$word; break ;;
      -*) break ;;
    esac
  done

  COMPREPLY=()
  case ${prev//_/-} in
    -m | --mode) words='module_statistic operator_mfu pp_chart cluster_time_summary slow_rank compute_op_sum hccl_sum cann_api_sum mstx_sum free_analysis slow_link freq_analysis ep_load_balance computational_op_masking communication_time communication_matrix communication_group_map communication_time_sum communication_matrix_sum communication_bottleneck cluster_time_compare_summary mstx2commop p2p_pairing export_summary all' ;;
    --export-type) words='db text xlsx csv json' ;;
    --mfu) words='auto off peer' ;;
    --across-chips) words='auto yes no' ;;
    --flops) words='recorded marks shapes' ;;
    --peak-basis) words='fp16 dtype' ;;
    --module-source) words='auto mstx trace' ;;
    --threads) words='auto own merged' ;;
    --rank-list) words='all' ;;
    --view) words='path call variant instance class op' ;;
    --sort) words='total_ns self_ns calls avg_ns max_ns p95_ns share_of_device_time share_of_step mfu_core mfu_total' ;;
    --step) words='median all' ;;
    --color)
      words='kind phase micro-batch duration insight'
      [[ $command == timeline ]] && words='name core duration step module'
      ;;
    --to) words='db' ;;
    --theory) words='none global stage block' ;;
    --twin) words='below interleaved ghost' ;;
    --show) words='path causes differences' ;;
    --align) words='auto none p2p' ;;
    --what-if) words='all gpipe 1f1b interleaved:2 zbh1 zbv dualpipe dualpipev balanced' ;;
    --variant) words='no-overlap no-w-split fused-first fused-middle refill' ;;
    --schedule) words='auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy' ;;
    --lang) words='en zh' ;;
    --order) words='tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep' ;;
    -d | --profiling-path | --benchmark-profiling-path | --before | --after | -o | --output-path | --out | --table | --xlsx | --compare | --report | --pins)
      _lanescope_cli_files "$cur"
      return
      ;;
    --range | --lanes | --timeout | --max-rows | --max-memory | --memory | --rank | --step-id | --chip | --peak-tflops | --peak-bandwidth | --slack | --depth | --group | --name | --width | \
      --scale | --pp-groups | --layout | --w-share | --overlap-gain | --latency | --compare-step | --title | --first-name | --second-name | --layers | --stages | -P | \
      --micro-batches | -M | --chunks | --cost | --title | --author | --module-domain | --module-event-types | --jobs | -j | -r | -g)
      return
      ;;
    *)
      if [[ $cur == -* ]]; then
        case $command in
          info)
            words="--json $common" ;;
          tree)
            words="--rank-list --view --sort --ascending --depth --step-id --json --csv --raw --xlsx --all $module
              $common" ;;
          pp)
            words="--group --step --out --table --json --color --theory --with-latency --compare --compare-step
              --title --first-name --second-name --twin --show --width --scale --dark --figure --what-if
              --w-share --overlap-gain --latency --layers --lumps --spread-lumps --full-recompute --layout
              --write-step-task-info $pipeline $common" ;;
          schedule)
            words="--help --stages --micro-batches --chunks --cost --latency --variant --json --out --title --width
              --scale --dark" ;;
          budget)
            words="--step-id --json --csv --raw --xlsx --all --rank-list $common" ;;
          check)
            words="--budget --baseline --save-baseline --baseline-dir --fail-above --strict --junit --markdown
              --init --force --json --csv --raw --xlsx --all --rank-list --layout $common" ;;
          compare)
            words="--rank --before --after --profiling-path --benchmark-profiling-path --output-path --compat
              --findings --map --across-chips --peaks --names --out --parts --dark --table --json --csv --raw
              --xlsx --all --rank-list --report --title --author --lang --pins --pins-only --full --reproducible --layout $pipeline
              $common" ;;
          report)
            words="--rank-list --report --title --author --lang --pins --pins-only --full --reproducible --layout $pipeline $common" ;;
          dispatch)
            words="--ops --calls --copies --compile --sync --compat --json --csv --raw --xlsx --all --rank-list $common" ;;
          mcp)
            words="--help" ;;
          extract)
            words="--output-path --force --rank-list $common" ;;
          merge)
            words="--output-path $common" ;;
          roofline)
            words="--steps --json --csv --raw --xlsx --all --rank-list $module $common" ;;
          overlap)
            words="--json --csv --raw --xlsx --all --rank-list $common" ;;
          findings)
            words="--json --csv --raw --xlsx --all --rank-list --layout $pipeline $common" ;;
          stragglers)
            words="--steps --table --out --width --scale --dark --json --csv --raw --xlsx --all --layout $pipeline
              $common" ;;
          waits)
            words="--table --json --csv --raw --xlsx --all --rank-list $common" ;;
          communication)
            words="--groups --ops --links --matrix --packets --experts --reported --reported-bandwidth --table
              --json --csv --raw --xlsx --all --rank-list --layout $common" ;;
          operators)
            words="--by --core --type --name --shapes --module --stream --steps --range --duration --whole --device
              --streams --dynamic --ai-cpu --compat --compare --map --table --json --csv --raw --xlsx --all --rank-list
              $common" ;;
          memory)
            words="--at --by --ranks --ops --blocks --growth --hints --components --steps --segments --compat --compare
              --table --json --csv --raw --xlsx --all --rank-list $common" ;;
          overview)
            words="--table --json --csv --raw --xlsx --all --rank-list --layout $pipeline $common" ;;
          slices)
            words="--name --range --lanes --args --json --csv --raw --xlsx --all --rank-list $common" ;;
          timeline)
            words="--out --range --lanes --color --width --scale --dark --rank-list $common" ;;
          convert)
            words="--to --out --rank-list $common" ;;
          query)
            words="--timeout --max-rows --max-memory --tables --json --csv --raw --xlsx --all --rank-list $common" ;;
          *)
            words="--mode --profiling-path --output-path --export-type --rank-list --step-id --backward --top-num
              --exclude-op-name --parallel-types --rank-id --bp --layout --write-step-task-info $module
              $pipeline $common --version" ;;
        esac
      elif [[ $command == query && $COMP_CWORD -gt 2 ]]; then
        words=""
      elif [[ $command == schedule ]]; then
        words='1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy'
      elif [[ $command != batch ]]; then
        _lanescope_cli_files "$cur"
        return
      elif [[ $COMP_CWORD -eq 1 ]]; then
        words='cluster info tree pp schedule budget compare check stragglers overlap dispatch waits communication operators mcp memory extract merge overview findings report roofline slices timeline convert query'
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur")
        return
      fi
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _lanescope_cli lanescope-cli
