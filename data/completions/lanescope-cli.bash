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
  local common='--jobs --memory --verbose --quiet --all-runs --recording --op-names --help'
  local module='--mfu --flops --chip --peak-tflops --peak-bandwidth --peak-basis --module-source --module-domain
    --module-event-types --threads --slack'
  local pipeline='--pp-groups --order --schedule --align --name --loose-names --host-passes'

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
    --schedule) words='auto gpipe 1f1b interleaved zbh1 zbv dualpipe dualpipev' ;;
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
          info) words="--json $common" ;;
          tree)
            words="--rank --view --sort --ascending --depth --step-id --json --csv --raw --xlsx
              $module $common"
            ;;
          pp)
            words="--group --step --out --table --theory --with-latency --what-if --w-share
              --overlap-gain --latency --layers --lumps --spread-lumps --full-recompute --compare --compare-step --title --first-name --second-name --twin --show --json --color --width
              --scale --dark --figure --layout --write-step-task-info $pipeline $common"
            ;;
          schedule)
            words="--stages --micro-batches --chunks --cost --latency --variant --json --out --title
              --width --scale --dark --help"
            ;;
          budget) words="--step-id --json --csv --raw --xlsx --rank-list $common" ;;
          check)
            words="--budget --baseline --fail-above --strict --junit --init --force --markdown --json --csv --xlsx --rank-list --layout $common"
            ;;
          compare)
            words="--rank --before --after --across-chips --peaks --profiling-path --benchmark-profiling-path --compat --findings --map --names --out --output-path --parts --dark --table --report --title --author --lang --pins --pins-only --json --csv --xlsx --rank-list --layout
              $pipeline $common"
            ;;
          report)
            words="--report --title --author --lang --pins --pins-only --rank-list --layout $pipeline $common"
            ;;
          dispatch) words="--ops --calls --copies --compile --sync --json --csv --raw --xlsx --rank-list $common" ;;
          mcp) words="" ;;
          extract) words="--output-path -o --force --rank-list $common" ;;
          merge) words="--output-path -o $common" ;;
          roofline) words="--steps --json --csv --raw --xlsx --rank-list $module $common" ;;
          overlap) words="--json --csv --raw --xlsx --rank-list $common" ;;
          findings) words="--json --csv --raw --xlsx --rank-list --layout $pipeline $common" ;;
          stragglers) words="--steps --table --out --width --scale --dark --json --csv --raw --xlsx --layout $pipeline $common" ;;
          waits) words="--table --json --csv --raw --xlsx --rank-list $common" ;;
          communication) words="--groups --ops --links --matrix --packets --experts --reported --reported-bandwidth --table --layout --json --csv --raw --xlsx --rank-list $common" ;;
          operators) words="--by --core --type --name --shapes --module --stream --steps --range --duration --whole --device --streams --dynamic --ai-cpu --compare --map --table --json --csv --raw --xlsx --rank-list $common" ;;
          memory) words="--at --by --ranks --ops --blocks --growth --hints --components --steps --segments --compare --table --json --csv --raw --xlsx --rank-list $common" ;;
          overview) words="--table --json --csv --raw --xlsx --rank-list --layout $pipeline $common" ;;
          slices) words="--name --range --lanes --args --json --csv --raw --xlsx --rank-list $common" ;;
          timeline)
            words="--out --range --lanes --color --width --scale --dark --rank-list $common"
            ;;
          convert) words="--to --out --rank-list $common" ;;
          query)
            words="--tables --timeout --max-rows --max-memory --json --csv --raw --xlsx --rank-list
              $common"
            ;;
          *)
            words="--mode --profiling-path --output-path --export-type --rank-list --step-id
              --backward --top-num --exclude-op-name --parallel-types --rank-id --bp --layout
              --write-step-task-info $module $pipeline $common --version"
            ;;
        esac
      elif [[ $command == schedule ]]; then
        words='gpipe 1f1b interleaved zbh1 zbv dualpipe dualpipev'
      elif [[ $command != batch ]]; then
        _lanescope_cli_files "$cur"
        return
      elif [[ $COMP_CWORD -eq 1 ]]; then
        words='cluster info tree pp schedule budget compare check stragglers overlap dispatch waits communication operators mcp memory extract merge overview findings report roofline slices timeline convert query'
      fi
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _lanescope_cli lanescope-cli
