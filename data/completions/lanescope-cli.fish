# lanescope-cli.fish - completion of lanescope-cli in fish
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0

set -l commands info tree pp schedule overlap dispatch slices timeline convert query
set -l timed overlap dispatch slices timeline convert query
set -l batch "not __fish_seen_subcommand_from $commands"
set -l module "not __fish_seen_subcommand_from info pp schedule $timed"
set -l pipeline "not __fish_seen_subcommand_from info tree schedule $timed"
set -l tree '__fish_seen_subcommand_from tree'
set -l pp '__fish_seen_subcommand_from pp'
set -l schedule '__fish_seen_subcommand_from schedule'

complete -c lanescope-cli -n __fish_use_subcommand -f -a info -d 'What a profile holds'
complete -c lanescope-cli -n __fish_use_subcommand -f -a tree -d 'Tree of modules, operators and kernels'
complete -c lanescope-cli -n __fish_use_subcommand -f -a pp -d 'Chart of the pipeline'
complete -c lanescope-cli -n __fish_use_subcommand -f -a schedule -d 'An ideal schedule, drawn'
complete -c lanescope-cli -n __fish_use_subcommand -f -a overlap -d 'Computing, communication and free time'
complete -c lanescope-cli -n __fish_use_subcommand -f -a dispatch -d 'Why the device idled'
complete -c lanescope-cli -n __fish_use_subcommand -f -a slices -d 'Events of the timeline'
complete -c lanescope-cli -n __fish_use_subcommand -f -a timeline -d 'Lanes as a picture'
complete -c lanescope-cli -n __fish_use_subcommand -f -a convert -d 'Everything into a database'
complete -c lanescope-cli -n __fish_use_subcommand -f -a query -d 'Read-only SQL'
complete -c lanescope-cli -n __fish_use_subcommand -f -a cluster -d 'Batch analysis'
complete -c lanescope-cli -n __fish_use_subcommand -l version -d 'Print the version'

complete -c lanescope-cli -s h -l help -d 'Print help'
complete -c lanescope-cli -s j -l jobs -x -d 'Threads to use'
complete -c lanescope-cli -s v -l verbose -d 'Print notes as well'
complete -c lanescope-cli -s q -l quiet -d 'Print errors only'
complete -c lanescope-cli -l all-runs -d 'Keep older recordings of a rank'

complete -c lanescope-cli -n $batch -s m -l mode -x -a 'module_statistic operator_mfu pp_chart all' -d Analysis
complete -c lanescope-cli -n $batch -s d -l profiling-path -r -d 'Folder or file to read'
complete -c lanescope-cli -n $batch -s o -l output-path -r -d 'Folder for the results'
complete -c lanescope-cli -n $batch -l export-type -x -a 'db text xlsx csv json' -d 'Format of the results'
complete -c lanescope-cli -n $batch -l rank-list -x -a all -d 'Ranks to read'
complete -c lanescope-cli -n $batch -l backward -d 'Add backward modules to ModuleMFU'
complete -c lanescope-cli -n $module -l step-id -x -d 'Only this step'

complete -c lanescope-cli -n $module -l mfu -x -a 'auto off peer' -d 'MFU column'
complete -c lanescope-cli -n $module -l flops -x -a 'recorded marks shapes' -d 'Sources of FLOPs'
complete -c lanescope-cli -n $module -l chip -x -d 'Take the peak of this chip'
complete -c lanescope-cli -n $module -l peak-tflops -x -d 'FP16 peak in TFLOP/s'
complete -c lanescope-cli -n $module -l peak-basis -x -a 'fp16 dtype' -d 'Basis of the peak'
complete -c lanescope-cli -n $module -l module-source -x -a 'auto mstx trace' -d 'Where module calls come from'
complete -c lanescope-cli -n $module -l module-domain -x -d 'Take mstx ranges of this domain'
complete -c lanescope-cli -n $module -l module-event-types -x -d 'Take mstx events of these types'
complete -c lanescope-cli -n $module -l threads -x -a 'auto own merged' -d 'Where to look for the module of an operator'
complete -c lanescope-cli -n $module -l slack -x -d 'Let operators stick out by so many ns'

complete -c lanescope-cli -n $pipeline -l pp-groups -x -d 'Ranks of the groups, stages in order'
complete -c lanescope-cli -n $pipeline -l order -x -a 'tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep' -d 'Order of parallel dimensions'
complete -c lanescope-cli -n $pipeline -l schedule -x -a 'auto gpipe 1f1b interleaved zbh1 zbv dualpipe dualpipev' -d 'Schedule, instead of recognising it'
complete -c lanescope-cli -n $pipeline -l align -x -a 'auto none p2p' -d 'Alignment of clocks'
complete -c lanescope-cli -n $pipeline -l name -x -d 'Take ranges with a word for a kind'
complete -c lanescope-cli -n $pipeline -l loose-names -d 'Take names that merely contain a known word'
complete -c lanescope-cli -n $pipeline -l write-step-task-info -d 'Add StepTaskInfo to the profiler databases'

complete -c lanescope-cli -n '__fish_seen_subcommand_from info tree pp schedule overlap dispatch slices query' -l json -d 'As JSON'
complete -c lanescope-cli -n $tree -s r -l rank -x -d Rank
complete -c lanescope-cli -n $tree -l view -x -a 'path call variant instance class op' -d 'How rows are grouped'
complete -c lanescope-cli -n $tree -l sort -x -a 'total_ns self_ns calls avg_ns max_ns p95_ns share_of_step mfu_core mfu_total' -d 'Column to sort by'
complete -c lanescope-cli -n $tree -l ascending -d 'Smallest first'
complete -c lanescope-cli -n $tree -l depth -x -d 'Levels to print'
complete -c lanescope-cli -n $tree -l csv -d 'Comma-separated values'
complete -c lanescope-cli -n $tree -l xlsx -r -d 'Write a workbook'

complete -c lanescope-cli -n $pp -s g -l group -x -d 'Pipeline group'
complete -c lanescope-cli -n $pp -l step -x -a 'median all' -d Step
complete -c lanescope-cli -n $pp -l out -r -d 'Write the chart'
complete -c lanescope-cli -n $pp -l table -r -d 'Write the tables'
complete -c lanescope-cli -n $pp -l theory -x -a 'none global stage block' -d 'Draw the ideal schedule below'
complete -c lanescope-cli -n $pp -l with-latency -d 'The ideal schedule has the measured latency'
complete -c lanescope-cli -n $pp -l what-if -x -a 'all gpipe 1f1b interleaved:2 zbh1 zbv dualpipe dualpipev balanced' -d 'Predict other schedules'
complete -c lanescope-cli -n $pp -l w-share -x -d 'Share of weight gradients in backward'
complete -c lanescope-cli -n $pp -l overlap-gain -x -d 'What overlapping saves'
complete -c lanescope-cli -n $pp -l latency -x -d 'Latency between ranks'
complete -c lanescope-cli -n $pp -l compare -r -d 'Compare with another recording'
complete -c lanescope-cli -n $pp -l compare-step -x -d 'Step to compare with'
complete -c lanescope-cli -n $pp -l twin -x -a 'below interleaved ghost' -d 'How the second side is drawn'
complete -c lanescope-cli -n $pp -l show -x -a 'path causes differences' -d 'What to mark in the chart'
complete -c lanescope-cli -n $pp -l color -x -a 'kind phase micro-batch duration insight' -d 'What colours stand for'
complete -c lanescope-cli -n $pp -l width -x -d 'Width of the chart'
complete -c lanescope-cli -n $pp -l scale -x -d 'Pixels per unit of a PNG'
complete -c lanescope-cli -n $pp -l dark -d 'A dark page'
complete -c lanescope-cli -n $pp -l figure -d 'As a figure for a paper'

complete -c lanescope-cli -n $schedule -f -a 'gpipe 1f1b interleaved zbh1 zbv dualpipe dualpipev'
complete -c lanescope-cli -n $schedule -s P -l stages -x -d 'Number of stages'
complete -c lanescope-cli -n $schedule -s M -l micro-batches -x -d 'Micro-batches of a step'
complete -c lanescope-cli -n $schedule -l chunks -x -d 'Model chunks on each rank'
complete -c lanescope-cli -n $schedule -l cost -x -d 'Lengths of blocks by kind'
complete -c lanescope-cli -n $schedule -l latency -x -d 'Latency between ranks'
complete -c lanescope-cli -n $schedule -l variant -x -a 'no-overlap no-w-split fused-first fused-middle' -d Variant
complete -c lanescope-cli -n $schedule -l out -r -d 'Write the chart'
complete -c lanescope-cli -n $schedule -l title -x -d 'Title of the chart'
complete -c lanescope-cli -n $schedule -l width -x -d 'Width of the chart'
complete -c lanescope-cli -n $schedule -l scale -x -d 'Pixels per unit of a PNG'
complete -c lanescope-cli -n $schedule -l dark -d 'A dark page'

set -l tabled '__fish_seen_subcommand_from overlap dispatch slices query'
set -l looking '__fish_seen_subcommand_from slices timeline'
set -l picture '__fish_seen_subcommand_from timeline'
set -l convert '__fish_seen_subcommand_from convert'
set -l query '__fish_seen_subcommand_from query'

complete -c lanescope-cli -n "__fish_seen_subcommand_from $timed" -l rank-list -x -a all -d 'Ranks to read'
complete -c lanescope-cli -n $tabled -l csv -d 'Comma-separated values'
complete -c lanescope-cli -n $tabled -l xlsx -r -d 'Write a workbook'
complete -c lanescope-cli -n '__fish_seen_subcommand_from slices' -l name -x -d 'Names that match'
complete -c lanescope-cli -n $looking -l range -x -d 'Time range A:B'
complete -c lanescope-cli -n $looking -l lanes -x -d 'Lanes by path'
complete -c lanescope-cli -n $picture -l out -r -d 'Write the picture'
complete -c lanescope-cli -n $picture -l color -x -a 'name core duration step module' -d 'What colours stand for'
complete -c lanescope-cli -n $picture -l width -x -d 'Width of the picture'
complete -c lanescope-cli -n $picture -l scale -x -d 'Pixels per unit of a PNG'
complete -c lanescope-cli -n $picture -l dark -d 'A dark page'
complete -c lanescope-cli -n $convert -l to -x -a db -d 'What to write'
complete -c lanescope-cli -n $convert -l out -r -d 'Database to write'
complete -c lanescope-cli -n $query -l tables -d 'List the tables and their columns'
complete -c lanescope-cli -n $query -l timeout -x -d 'Stop after so many seconds'
complete -c lanescope-cli -n $query -l max-rows -x -d 'Stop after so many rows'
