#compdef lanescope-cli
# lanescope-cli.zsh - completion of lanescope-cli in zsh
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0

local -a common module pipeline step_tasks batch tree pp schedule ranks table slices picture convert query layout map

common=(
  '(-j --jobs)'{-j,--jobs}'[threads to use]:number:'
  '(-v --verbose -q --quiet)'{-v,--verbose}'[print notes as well]'
  '(-v --verbose -q --quiet)'{-q,--quiet}'[print errors only]'
  '--memory[memory that recordings may take]:size (512M, 2G):'
  '--all-runs[keep older recordings of a rank]'
  '--recording[which of several recordings to read]:name:'
  '--op-names[what ops of op timelines are]:file:_files'
  '*--names[what names the kernels of GPU graphs]:file:_files'
  '(- *)'{-h,--help}'[print help]'
)
module=(
  '--mfu[MFU column]:rules:(auto off peer)'
  '--flops[sources of FLOPs]:source:(recorded marks shapes)'
  '--chip[take the peak of this chip]:chip:'
  '--peak-tflops[FP16 peak in TFLOP/s]:peak:'
  '--peak-bandwidth[bandwidth of the memory in GB/s]:bandwidth:'
  '--peak-basis[basis of the peak]:basis:(fp16 dtype)'
  '--module-source[where module calls come from]:source:(auto mstx trace)'
  '*--module-domain[take mstx ranges of this domain]:domain:'
  '--module-event-types[take mstx events of these types]:types:'
  '--threads[where to look for the module of an operator]:rule:(auto own merged)'
  '--slack[let operators stick out by so many ns]:ns:'
)
pipeline=(
  '--pp-groups[ranks of the groups, stages in order]:groups:'
  '--order[order of parallel dimensions]:order:(tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep)'
  '--schedule[schedule, instead of recognising it]:schedule:(auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)'
  '--align[alignment of clocks]:how:(auto none p2p)'
  '*--name[take ranges with a word for a kind]:kind=K,word=W:'
  '--loose-names[take names that merely contain a known word]'
  '--host-passes[passes of the host, approximate]'
)
step_tasks=('--write-step-task-info[add StepTaskInfo to the profiler databases]')
batch=(
  '(-m --mode)'{-m,--mode}'[analysis]:analysis:(module_statistic operator_mfu pp_chart cluster_time_summary slow_rank compute_op_sum hccl_sum cann_api_sum mstx_sum free_analysis slow_link freq_analysis ep_load_balance computational_op_masking communication_time communication_matrix communication_group_map communication_time_sum communication_matrix_sum communication_bottleneck cluster_time_compare_summary mstx2commop p2p_pairing export_summary all)'
  '(-d --profiling-path)'{-d,--profiling-path}'[folder or file to read]:profile:_files'
  '(-o --output-path)'{-o,--output-path}'[folder for the results]:folder:_files -/'
  '--export-type[format of the results]:format:(db text xlsx csv json)'
  '--rank-list[ranks to read]:ranks (0,1 or all):(all)'
  '--step-id[only this step]:step:'
  '--backward[add backward modules to ModuleMFU]'
  '--top-num[rows of tables that have the first of a list alone]:rows:'
  '--exclude-op-name[compute_op_sum without its table by operator]'
  '--parallel-types[kinds of groups of computational_op_masking]:kinds:'
  '--rank-id[rank of communication_bottleneck]:rank:'
  '--bp[what cluster_time_compare_summary compares with]:folder:_files -/'
  '(- *)--version[print the version]'
)
tree=(
  '(-r --rank-list)'{-r,--rank-list}'[rank]:rank:'
  '--view[how rows are grouped]:view:(path call variant instance class op)'
  '--sort[column to sort by]:column:(total_ns self_ns calls avg_ns max_ns p95_ns share_of_device_time share_of_step mfu_core mfu_total)'
  '--ascending[smallest first]'
  '--depth[levels to print]:levels:'
  '--step-id[only this step]:step:'
  '(--csv --xlsx)--json[one node a line]'
  '(--json --xlsx)--csv[comma-separated values]'
  '--raw[CSV without marks for spreadsheets]'
  '--all[on a terminal all rows of a table]'
  '(--json --csv)--xlsx[write a workbook]:file:_files'
  '2:profile:_files'
)
pp=(
  '(-g --group)'{-g,--group}'[pipeline group]:group:'
  '--step[step]:step:(median all)'
  '--out[write the chart]:file:_files -g "*.(svg|png|pdf)"'
  '--table[write the tables]:file:_files -g "*.(xlsx|db|csv|json)"'
  '--theory[draw the ideal schedule below]:costs:(none global stage block)'
  '--with-latency[the ideal schedule has the measured latency]'
  '--what-if[predict other schedules]:list:(all gpipe 1f1b interleaved\:2 zbh1 zbv dualpipe dualpipev balanced)'
  '--w-share[share of weight gradients in backward]:share:'
  '--overlap-gain[what overlapping saves]:share:'
  '--latency[latency between ranks]:time:'
  '--layers[layers of each stage]:list:'
  '--lumps[embedding and head stay whole]'
  '--spread-lumps[embedding and head are layers]'
  '--full-recompute[activations are recomputed]'
  '--compare[compare with another recording]:profile:_files'
  '--compare-step[step to compare with]:step:(median)'
  '--title[title of the chart]:text:'
  '--first-name[what the chart calls the first side]:text:'
  '--second-name[what the chart calls the second side]:text:'
  '--twin[how the second side is drawn]:mode:(below interleaved ghost)'
  '--show[what to mark in the chart]:list:(path causes differences)'
  '--json[one row a line]'
  '--figure[as a figure for a paper]'
  '--color[what colours stand for]:mode:(kind phase micro-batch duration insight)'
  '--width[width of the chart]:px:'
  '--scale[pixels per unit of a PNG]:number:'
  '--dark[a dark page]'
  '2:profile:_files'
)
schedule=(
  '(-P --stages)'{-P,--stages}'[number of stages]:number:'
  '(-M --micro-batches)'{-M,--micro-batches}'[micro-batches of a step]:number:'
  '--chunks[model chunks on each rank]:number:'
  '--cost[lengths of blocks by kind]:F=1,B=2:'
  '--latency[latency between ranks]:number:'
  '--variant[variant]:words:(no-overlap no-w-split fused-first fused-middle refill)'
  '--json[one block a line]'
  '--out[write the chart]:file:_files -g "*.(svg|png|pdf)"'
  '--title[title of the chart]:text:'
  '--width[width of the chart]:px:'
  '--scale[pixels per unit of a PNG]:number:'
  '--dark[a dark page]'
  '2:name:(1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)'
)
ranks=(
  '--rank-list[ranks to read]:ranks (0,1 or all):(all)'
  '2:profile:_files'
)
table=(
  '(--csv --xlsx)--json[one row a line]'
  '(--json --xlsx)--csv[comma-separated values]'
  '--raw[CSV without marks for spreadsheets]'
  '--all[on a terminal all rows of a table]'
  '(--json --csv)--xlsx[write a workbook]:file:_files'
)
slices=(
  '--name[names that match]:regular expression:'
  '--range[time range]:A\\:B:'
  '--lanes[lanes by path]:paths:'
  '--args[all that the file says of each]'
)
picture=(
  '--out[write the picture]:file:_files -g "*.(svg|png|pdf)"'
  '--range[time range]:A\\:B:'
  '--lanes[lanes by path]:paths:'
  '--color[what colours stand for]:mode:(name core duration step module)'
  '--width[width of the picture]:px:'
  '--scale[pixels per unit of a PNG]:number:'
  '--dark[a dark page]'
)
map=(
  '--out[draw the map]:file:_files -g "*.(svg|png|pdf)"'
  '--width[width of the picture]:px:'
  '--scale[pixels per unit of a PNG]:number:'
  '--dark[a dark page]'
)
check=(
  '--budget[limits, as JSON]:file:_files'
  '--baseline[recording to measure against]:profile:_files'
  '--save-baseline[save the recording by a name]:name:'
  '--baseline-dir[where baselines are kept]:folder:_files -/'
  '--fail-above[a step may be longer by so many percent]:percent:'
  '--strict[exit with 6 where the noise hides the answer]'
  '--junit[results as JUnit XML]:file:_files -g "*.xml"'
  '--init[write limits to begin with]'
  '--force[replace limits that are there]'
  '--markdown[for a pull request]'
)
compare=(
  '(-d --profiling-path)'{-d,--profiling-path}'[the recording after]:profile:_files'
  '(-bp --benchmark-profiling-path)'{-bp,--benchmark-profiling-path}'[the recording before]:profile:_files'
  '*--before[several runs before]:profile:_files'
  '*--after[several runs after]:profile:_files'
  '--rank[compare this rank only]:rank:'
  '--compat[workbooks in the sheets of the reference tool]'
  '--across-chips[measure each chip against its own peak]:when:(auto yes no)'
  '--peaks[FP16 peaks of the two chips in TFLOP/s]:peaks:'
  '--findings[what became of the findings]'
  '--map[names that belong together]:file:_files'
  '--names[what the recordings are called]:names:'
  '--out[write a picture of the change]:file:_files -g "*.(svg|png|pdf)"'
  '(-o --output-path)'{-o,--output-path}'[folder for a workbook of all tables]:folder:_files -/'
  '--parts[what the picture shows]:parts:(category module op operators timelines pipelines)'
  '--dark[a dark picture]'
  '--table[write the tables]:file:_files -g "*.(xlsx|db|csv|json)"'
)
report=(
  '--report[write a report]:file:_files -g "*.(pdf|html|xlsx|md|json)"'
  '--title[title of the report]:text:'
  '--author[author of the report]:text:'
  '--lang[language of the report]:language:(en zh)'
  '--pins[show what this file pins]:file:_files -g "*.json"'
  '--pins-only[show nothing but the pins]'
  '--full[all chapters and rows]'
  '--reproducible[leave out the day]'
)
convert=(
  '--to[what to write]:format:(db)'
  '--out[database to write]:file:_files'
)
query=(
  '--tables[list the tables and their columns]'
  '--timeout[stop after so many seconds]:seconds:'
  '--max-rows[stop after so many rows]:rows:'
  '--max-memory[stop at this much memory]:size (512M, 2G):'
  '3:SQL:'
)

layout=('--layout[parallel sizes where none were recorded]:sizes:')

case $words[2] in
  info) _arguments '1:command:(info)' '--json[as one JSON document]' $common '2:profile:_files' ;;
  tree) _arguments '1:command:(tree)' $tree $module $common ;;
  pp) _arguments '1:command:(pp)' $pp $layout $pipeline $step_tasks $common ;;
  schedule) _arguments '1:command:(schedule)' $schedule '(-h --help)'{-h,--help}'[print help]' ;;
  budget) _arguments '1:command:(budget)' '--step-id[only this step]:step:' $table $ranks $common ;;
  check) _arguments '1:command:(check)' $check $layout $table $ranks $common '2:profile:_files' ;;
  compare) _arguments '1:command:(compare)' $compare $report $layout $pipeline $table $ranks $common '2:before:_files' '3:after:_files' ;;
  report) _arguments "1:command:(report)" $report $layout $pipeline $ranks $common "2:profile:_files" ;;
  overlap) _arguments '1:command:(overlap)' $table $ranks $common ;;
  dispatch) _arguments '1:command:(dispatch)' '--ops[a row for each operator]' '--calls[a row for each call]' '--compat[columns of api_statistic.csv]' '--copies[a row for each direction]' '--compile[calls that compile]' '--sync[calls that wait for the device]' $table $ranks $common ;;
  extract) _arguments '1:command:(extract)' '2:profile:_files' '(-o --output-path)'{-o,--output-path}'[folder for the extracts]:folder:_files -/' '--force[extract again]' $ranks $common ;;
  merge) _arguments '1:command:(merge)' '*:extract:_files' '(-o --output-path)'{-o,--output-path}'[file of all ranks]:file:_files' $common ;;
  mcp) _arguments '1:command:(mcp)' '*:folder:_files -/' ;;
  roofline) _arguments '1:command:(roofline)' '--steps[only these steps]:list (16-30,33):' $module $table $ranks $common ;;
  findings) _arguments '1:command:(findings)' $layout $pipeline $table $ranks $common ;;
  overview) _arguments '1:command:(overview)' $layout $pipeline '--table[write the tables]:file:_files -g "*.(xlsx|db|csv|json)"' $table $ranks $common ;;
  stragglers) _arguments '1:command:(stragglers)' '--steps[only these steps]:list (16-30,33):' $map $layout $pipeline '--table[write the tables]:file:_files -g "*.(xlsx|db|csv|json)"' $table $common ;;
  waits) _arguments '1:command:(waits)' '--table[write the tables]:file:_files -g "*.(xlsx|db|csv|json)"' $table $ranks $common ;;
  communication) _arguments '1:command:(communication)' '--groups[a row for each group]' '--ops[a row for each operator]' '--links[a row for each link]' '--matrix[a row for each two ranks]' '--packets[a row for each size]' '--experts[a row for each rank and step]' '--reported[times as exported]' '--reported-bandwidth[bandwidths as exported]' $layout '--table[write the tables]:file:_files -g "*.(xlsx|db|csv|json)"' $table $ranks $common ;;
  operators) _arguments '1:command:(operators)' '--compat[columns of op_statistic.csv]' '--by[group by]:keys (type,core,name,shapes,module,op,stream,rank,step,family):' '--core[only these cores]:list:' '--type[types that contain this]:text:' '--name[names that contain this]:text:' '--shapes[input shapes that contain this]:text:' '--module[this module and those below]:path:' '--stream[only this stream]:number:' '--steps[only these steps]:list (16-30,33):' '--range[only this range]:A:B:' '--duration[only these durations]:A:B:' '--whole[the whole recording]' '--streams[how busy device and streams are]' '--device[communication and copies as well]' '--dynamic[only dynamic shapes]' '--ai-cpu[only the AI CPU]' '--compare[what changed to a later recording]:profile:_files' '--map[names that belong together]:file:_files' '--table[write the table]:file:_files -g "*.(xlsx|db|csv|json)"' $table $ranks $common ;;
  memory) _arguments '1:command:(memory)' '--compat[columns of operator_memory.csv]' '--at[what lives then]:time (peak, 1.2s, @ns):' '--by[put together by]:what:(op module stack size block)' '--ranks[a row for each rank]' '--ops[a row for each operator]' '--blocks[a row for each block]' '--growth[whose blocks stay]' '--hints[what is worth a word]' '--components[what the process holds]' '--steps[least and most of each step]' '--segments[segments of a snapshot]' '--compare[what changed to a later recording or snapshot]:file:_files' '--table[write the table]:file:_files -g "*.(xlsx|db|csv|json)"' $table $ranks $common ;;
  slices) _arguments '1:command:(slices)' $slices $table $ranks $common ;;
  timeline) _arguments '1:command:(timeline)' $picture $ranks $common ;;
  convert) _arguments '1:command:(convert)' $convert $ranks $common ;;
  query) _arguments '1:command:(query)' $query $table $ranks $common ;;
  *) _arguments '1::command:(cluster info tree pp schedule budget compare check stragglers overlap dispatch waits communication operators mcp memory extract merge overview findings report roofline slices timeline convert query)' $batch $module $pipeline $step_tasks $layout $common ;;
esac
