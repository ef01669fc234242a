#compdef lanescope-cli
# lanescope-cli.zsh - completion of lanescope-cli in zsh
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Written by make-completions.py from what --help says; not by hand.

local -a commands
commands=(
  'overview:how long a step is, who is slow, who waits; also without its name'
  'findings:what makes the steps longer, and what can be done about it'
  'compare:what changed between two recordings, and whether it is real'
  'report:one recording as a document that can be shown'
  'pp:the pipeline chart and its bubbles'
  'budget:where the time of each step went, every nanosecond once'
  'tree:the tree of modules, ops and kernels'
  'overlap:computing, communication and free time of each rank and step'
  'info:what a folder or file holds\: ranks, levels, tables, steps, problems'
  'stragglers:what slow ops cost a job\: by kind, stage, replica, worker and step'
  'waits:how long ranks waited for each other in collectives'
  'communication:what communication costs by group, operator and link'
  'operators:which kernels cost most, by type, shapes, module and more'
  'roofline:what limits kernels\: the chip'\''s arithmetic or its memory'
  'dispatch:why the device idled\: gaps, launch latency, pipeline breaks'
  'memory:who holds the memory at the peak, and whether it grows'
  'timeline:the lanes as a picture'
  'slices:events of the timeline, by name, lane and time'
  'query:read-only SQL over kernels, steps, slices, modules and more'
  'convert:everything into a database of our own'
  'check:whether a recording keeps within a budget, for continuous integration'
  'extract:what is needed of each rank, small enough to be carried'
  'merge:extracts of ranks become one file of the job'
  'mcp:answers the questions of an assistant (Model Context Protocol)'
  'schedule:an ideal pipeline schedule, drawn without any recording'
  'cluster:tables as the reference tool writes them, by mode'
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
  overview)
    _arguments \
      '1:command:(overview)' \
      '--table[Write the tables\: .xlsx, .db; the ranks\: .csv, .json]:file:_files -g "*.(xlsx|db|csv|json)"' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--pp-groups[Ranks of each pipeline, by stage\: 0,4,8,12;1,5,9,13]:groups:' \
      '--order[Order of the parallel dimensions (tp-cp-ep-dp-pp)]:order:(tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep)' \
      '--schedule[Schedule, instead of recognising it]:name:(auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)' \
      '--align[Alignment of clocks\: auto (default\: hosts that differ), none, p2p, or offsets by rank in ns\: 4=1200;5=-300]:how:(auto none p2p)' \
      '*--name[A further word for a kind of block\: kind=F,word=my_fwd]:rule:' \
      '--loose-names[Recognise names that only contain forward or backward]' \
      '--host-passes[Without pipeline ranges\: take the forward and backward passes of the host, approximate]' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '--out[Write the chart\: .svg, .png or .pdf]:file:_files -g "*.(svg|png|pdf)"' \
      '--width[Width of the chart (1280)]:px:' \
      '--scale[Pixels per unit of a PNG (2)]:n:' \
      '--dark[A dark page]' \
      '--outlines[SVG\: texts as shapes, the same with any fonts, instead of as texts]' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  findings)
    _arguments \
      '1:command:(findings)' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--pp-groups[Ranks of each pipeline, by stage\: 0,4,8,12;1,5,9,13]:groups:' \
      '--order[Order of the parallel dimensions (tp-cp-ep-dp-pp)]:order:(tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep)' \
      '--schedule[Schedule, instead of recognising it]:name:(auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)' \
      '--align[Alignment of clocks\: auto (default\: hosts that differ), none, p2p, or offsets by rank in ns\: 4=1200;5=-300]:how:(auto none p2p)' \
      '*--name[A further word for a kind of block\: kind=F,word=my_fwd]:rule:' \
      '--loose-names[Recognise names that only contain forward or backward]' \
      '--host-passes[Without pipeline ranges\: take the forward and backward passes of the host, approximate]' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  compare)
    _arguments \
      '1:command:(compare)' \
      '--rank[Compare this rank only]:r:' \
      '*--before[Several runs before, with --after\: how much runs differ is the noise]:a1:_files' \
      '*--after[Several runs after]:b1:_files' \
      '(-d --profiling-path)'{-d,--profiling-path}'[The recording after, as the reference tool has it]:after:_files' \
      '--benchmark-profiling-path[The recording before; also -bp]:before:_files' \
      '(-o --output-path)'{-o,--output-path}'[Write a workbook of all tables into this folder]:dir:_files -/' \
      '--compat[Write workbooks in the sheets and columns of the reference tool]' \
      '--findings[Show how the findings changed and which ones are new]' \
      '--map[Names that belong together\: lines "name before = name after", with *]:file:_files' \
      '--across-chips[Compare each chip with its own peak\: auto (where chips differ), yes, no]:when:(auto yes no)' \
      '--peaks[FP16 peaks of the two chips in TFLOP/s]:a,b:' \
      '--labels[What the two recordings are called]:a,b:' \
      '--out[Write a picture of the change\: .svg, .png or .pdf]:file:_files -g "*.(svg|png|pdf)"' \
      '--parts[What it shows\: bars by category (default), module, op or operators, which are then listed, too; both timelines or pipelines; both chips by module]:what:(category module op operators timelines pipelines chips)' \
      '--dark[A dark picture]' \
      '--outlines[SVG\: texts as shapes, the same with any fonts, instead of as texts]' \
      '--table[Write the tables\: .xlsx, .db; the categories\: .csv, .json]:file:_files -g "*.(xlsx|db|csv|json)"' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--pp-groups[Ranks of each pipeline, by stage\: 0,4,8,12;1,5,9,13]:groups:' \
      '--order[Order of the parallel dimensions (tp-cp-ep-dp-pp)]:order:(tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep)' \
      '--schedule[Schedule, instead of recognising it]:name:(auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)' \
      '--align[Alignment of clocks\: auto (default\: hosts that differ), none, p2p, or offsets by rank in ns\: 4=1200;5=-300]:how:(auto none p2p)' \
      '*--name[A further word for a kind of block\: kind=F,word=my_fwd]:rule:' \
      '--loose-names[Recognise names that only contain forward or backward]' \
      '--host-passes[Without pipeline ranges\: take the forward and backward passes of the host, approximate]' \
      '--report[Write a report\: .pdf, .html, .xlsx, .md or .json]:file:_files -g "*.(pdf|html|xlsx|md|json)"' \
      '--title[Title of the report]:text:' \
      '--author[Author of the report]:text:' \
      '--lang[Language of the report\: en or zh]:lang:(en zh)' \
      '--pins[Show what this file pins, made anew from the recordings]:file:_files -g "*.(json)"' \
      '--pins-only[Show nothing but the pins, and how it was measured]' \
      '--full[All chapters and rows, instead of six pages]' \
      '--reproducible[Leave out the day\: the same recordings give the same bytes]' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '(- *)'{-h,--help}'[print help]' \
      '2:before:_files' \
      '3:after:_files' ;;
  report)
    _arguments \
      '1:command:(report)' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--pp-groups[Ranks of each pipeline, by stage\: 0,4,8,12;1,5,9,13]:groups:' \
      '--order[Order of the parallel dimensions (tp-cp-ep-dp-pp)]:order:(tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep)' \
      '--schedule[Schedule, instead of recognising it]:name:(auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)' \
      '--align[Alignment of clocks\: auto (default\: hosts that differ), none, p2p, or offsets by rank in ns\: 4=1200;5=-300]:how:(auto none p2p)' \
      '*--name[A further word for a kind of block\: kind=F,word=my_fwd]:rule:' \
      '--loose-names[Recognise names that only contain forward or backward]' \
      '--host-passes[Without pipeline ranges\: take the forward and backward passes of the host, approximate]' \
      '--report[Write a report\: .pdf, .html, .xlsx, .md or .json]:file:_files -g "*.(pdf|html|xlsx|md|json)"' \
      '--title[Title of the report]:text:' \
      '--author[Author of the report]:text:' \
      '--lang[Language of the report\: en or zh]:lang:(en zh)' \
      '--pins[Show what this file pins, made anew from the recordings]:file:_files -g "*.(json)"' \
      '--pins-only[Show nothing but the pins, and how it was measured]' \
      '--full[All chapters and rows, instead of six pages]' \
      '--reproducible[Leave out the day\: the same recordings give the same bytes]' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  pp)
    _arguments \
      '1:command:(pp)' \
      '(-g --group)'{-g,--group}'[Pipeline group by number or ranks\: 0 or 0,4,8,12; or all, with --out a picture of each]:group:' \
      '--step[Step to show\: a number, median (default) or all]:step:(median all)' \
      '--out[Write the chart\: .svg, .png or .pdf; with --group all FILE-0, FILE-1, ... by group]:file:_files -g "*.(svg|png|pdf)"' \
      '--table[Write the tables\: .xlsx, .db; the blocks\: .csv, .json]:file:_files -g "*.(xlsx|db|csv|json)"' \
      '--json[Print as JSON]' \
      '--color[Colour by kind (default), phase, micro-batch, duration or insight]:mode:(kind phase micro-batch duration insight)' \
      '--theory[Draw the ideal schedule below, with the mean length of each kind (global), of each stage and kind (stage), or each block'\''s own (block)]:costs:(none global stage block)' \
      '--with-latency[The ideal schedule has the measured latency between ranks]' \
      '--compare[Compare with another recording, drawn below]:path2:_files' \
      '--compare-step[Step to compare with\: of the other recording, or of this one without --compare]:step:(median)' \
      '--title[Title of the chart]:text:' \
      '--first-name[What the chart calls the first side]:text:' \
      '--second-name[What the chart calls the second side]:text:' \
      '--twin[Draw the second side below (default), interleaved or as ghost]:mode:(below interleaved ghost)' \
      '--show[Mark in the chart\: path (critical path), causes (of bubbles), differences (of starts)]:list:(path causes differences)' \
      '--width[Width of the chart (1600)]:px:' \
      '--scale[Pixels per unit of a PNG (2)]:n:' \
      '--dark[A dark page]' \
      '--outlines[SVG\: texts as shapes, the same with any fonts, instead of as texts]' \
      '--figure[Draw as a figure for a paper\: without figures and footer]' \
      '--what-if[Predict other schedules\: zbh1,zbv,interleaved\:2,M=32,balanced,zbv+M=32, or all]:list:(all gpipe 1f1b interleaved\:2 zbh1 zbv dualpipe dualpipev balanced)' \
      '--w-share[Share of weight gradients in backward, for predictions (measured, else 0.5)]:share:' \
      '--overlap-gain[What overlapping forward and backward saves, for predictions (measured, else 0)]:share:' \
      '--latency[Latency between ranks for predictions, such as 12us (measured)]:time:' \
      '--layers[Layers of each stage, for predictions that move layers, and to detect slow devices\: 8,8,8,7; with the cost of the head in layers\: 8,8,8,7+2.5]:list:' \
      '--lumps[Predict with embedding and head whole on the first and last stage (default)]' \
      '--spread-lumps[Predict with what the first and last stage take longer as layers, which move]' \
      '--full-recompute[Activations are recomputed\: weight gradients are a third of backward, not a half]' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--pp-groups[Ranks of each pipeline, by stage\: 0,4,8,12;1,5,9,13]:groups:' \
      '--order[Order of the parallel dimensions (tp-cp-ep-dp-pp)]:order:(tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep)' \
      '--schedule[Schedule, instead of recognising it]:name:(auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)' \
      '--align[Alignment of clocks\: auto (default\: hosts that differ), none, p2p, or offsets by rank in ns\: 4=1200;5=-300]:how:(auto none p2p)' \
      '*--name[A further word for a kind of block\: kind=F,word=my_fwd]:rule:' \
      '--loose-names[Recognise names that only contain forward or backward]' \
      '--host-passes[Without pipeline ranges\: take the forward and backward passes of the host, approximate]' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '--write-step-task-info[Write StepTaskInfo and opConnectionId into the profiler'\''s databases, after a backup]' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  budget)
    _arguments \
      '1:command:(budget)' \
      '--step-id[Only this step]:n:' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  tree)
    _arguments \
      '1:command:(tree)' \
      '(-r --rank-list)'{-r,--rank-list}'[The rank; without it the slowest, or the lowest where none is slow]:r:(all)' \
      '--view[path (default), call, variant, instance, class or op]:view:(path call variant instance class op)' \
      '--sort[Column to sort by, largest first (total_ns)]:column:(total_ns self_ns calls avg_ns max_ns p95_ns share_of_device_time share_of_step mfu_core mfu_total)' \
      '--ascending[Smallest first]' \
      '--depth[Levels below the rank to print; 0 = all]:n:' \
      '--step-id[Only this step]:n:' \
      '--json[One JSON object a node, depth first]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--mfu[MFU column\: auto, off, or peer (the reference tool'\''s formulas)]:mode:(auto off peer)' \
      '--flops[Sources of FLOPs\: recorded, marks or shapes, each with those before it]:source:(recorded marks shapes)' \
      '--chip[Take the peak of this chip]:name:' \
      '--peak-tflops[Take this FP16 peak]:n:' \
      '--peak-bandwidth[Take this bandwidth of the memory, in GB/s]:n:' \
      '--peak-basis[Measure FP32 against\: fp16 or dtype]:basis:(fp16 dtype)' \
      '--module-source[Module calls from\: auto, mstx or trace]:source:(auto mstx trace)' \
      '*--module-domain[mstx domain of module ranges (repeatable; * = any)]:name:' \
      '--module-event-types[mstx event types of module ranges, for example 1,2]:list:' \
      '--threads[Thread rule\: auto, own or merged]:rule:(auto own merged)' \
      '--slack[Let ops stick out of their module by this much]:ns:' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  overlap)
    _arguments \
      '1:command:(overlap)' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--out[Write the chart\: .svg, .png or .pdf]:file:_files -g "*.(svg|png|pdf)"' \
      '--width[Width of the chart (1280)]:px:' \
      '--scale[Pixels per unit of a PNG (2)]:n:' \
      '--dark[A dark page]' \
      '--outlines[SVG\: texts as shapes, the same with any fonts, instead of as texts]' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  info)
    _arguments \
      '1:command:(info)' \
      '--json[Print one JSON document]' \
      '--all[On a terminal\: all ranks, not the first ten]' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  stragglers)
    _arguments \
      '1:command:(stragglers)' \
      '--steps[Only these steps, by number\: 16-30,33]:list:' \
      '--table[Write the tables\: .xlsx, .db; the workers\: .csv, .json]:file:_files -g "*.(xlsx|db|csv|json)"' \
      '--out[Draw the map of stages and replicas\: .svg, .png or .pdf]:file:_files -g "*.(svg|png|pdf)"' \
      '--width[Width of the picture (1100)]:px:' \
      '--scale[Pixels per unit of a PNG (2)]:n:' \
      '--dark[A dark page]' \
      '--outlines[SVG\: texts as shapes, the same with any fonts, instead of as texts]' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--pp-groups[Ranks of each pipeline, by stage\: 0,4,8,12;1,5,9,13]:groups:' \
      '--order[Order of the parallel dimensions (tp-cp-ep-dp-pp)]:order:(tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep)' \
      '--schedule[Schedule, instead of recognising it]:name:(auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)' \
      '--align[Alignment of clocks\: auto (default\: hosts that differ), none, p2p, or offsets by rank in ns\: 4=1200;5=-300]:how:(auto none p2p)' \
      '*--name[A further word for a kind of block\: kind=F,word=my_fwd]:rule:' \
      '--loose-names[Recognise names that only contain forward or backward]' \
      '--host-passes[Without pipeline ranges\: take the forward and backward passes of the host, approximate]' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  waits)
    _arguments \
      '1:command:(waits)' \
      '--table[Write the tables\: .xlsx, .db; the waits of each operator\: .csv, .json]:file:_files -g "*.(xlsx|db|csv|json)"' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  communication)
    _arguments \
      '1:command:(communication)' \
      '--groups[A row for each group (default)]' \
      '--ops[A row for each operator of a group]' \
      '--links[A row for each link and transport]' \
      '--matrix[A row for each two ranks]' \
      '--packets[A row for each size of transfers]' \
      '--experts[A row for each rank and step\: tokens of its experts]' \
      '--reported[Times of each operator as the exporter reports them, in ms]' \
      '--reported-bandwidth[Sizes and bandwidths as the exporter reports them, in MB, ms and GB/s]' \
      '--table[Write the tables\: .xlsx, .db; the one that is asked for\: .csv, .json]:file:_files -g "*.(xlsx|db|csv|json)"' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  operators)
    _arguments \
      '1:command:(operators)' \
      '--by[What kernels are grouped by\: type, core, name, shapes, module, op, stream, rank, step, family (default type,core)]:keys:(type core name shapes module op stream rank step family)' \
      '--core[Only these cores, as recorded]:list:' \
      '--type[Only types that contain this]:text:' \
      '*--name[Only names that contain this]:text:' \
      '--shapes[Only input shapes that contain this]:text:' \
      '--module[Only this module and those below it]:path:' \
      '--stream[Only this stream]:n:' \
      '--steps[Only these steps, by number\: 16-30,33]:list:' \
      '--range[Only kernels that start in this range, from the first event\: 1.2s\:1.4s; @ = absolute ns]:a:b:' \
      '--duration[Only kernels of this duration, such as 10us\:1ms; either side may be omitted]:a:b:' \
      '--whole[The whole recording, with steps that do not count]' \
      '--device[Communication and copies as well]' \
      '--streams[How busy the device and each of its streams are, instead of kernels]' \
      '--dynamic[Only kernels with dynamic shapes]' \
      '--ai-cpu[Only kernels of the AI CPU]' \
      '--compat[With --csv\: the columns of op_statistic.csv, of the whole recording of one rank]' \
      '--compare[What changed from the recording PATH to a later one, by count, shapes and duration]:after:_files' \
      '--map[Names that belong together\: lines "name before = name after", with *]:file:_files' \
      '--table[Write the table\: .xlsx, .db, .csv, .json]:file:_files -g "*.(xlsx|db|csv|json)"' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  roofline)
    _arguments \
      '1:command:(roofline)' \
      '--steps[Only these steps, by number\: 16-30,33]:list:' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--mfu[MFU column\: auto, off, or peer (the reference tool'\''s formulas)]:mode:(auto off peer)' \
      '--flops[Sources of FLOPs\: recorded, marks or shapes, each with those before it]:source:(recorded marks shapes)' \
      '--chip[Take the peak of this chip]:name:' \
      '--peak-tflops[Take this FP16 peak]:n:' \
      '--peak-bandwidth[Take this bandwidth of the memory, in GB/s]:n:' \
      '--peak-basis[Measure FP32 against\: fp16 or dtype]:basis:(fp16 dtype)' \
      '--module-source[Module calls from\: auto, mstx or trace]:source:(auto mstx trace)' \
      '*--module-domain[mstx domain of module ranges (repeatable; * = any)]:name:' \
      '--module-event-types[mstx event types of module ranges, for example 1,2]:list:' \
      '--threads[Thread rule\: auto, own or merged]:rule:(auto own merged)' \
      '--slack[Let ops stick out of their module by this much]:ns:' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  dispatch)
    _arguments \
      '1:command:(dispatch)' \
      '--ops[A row for each operator\: framework, task queue, launch, stream, device]' \
      '--calls[A row for each call of CANN or the GPU'\''s runtime]' \
      '--copies[A row for each direction of memory copies]' \
      '--compile[Calls that compile operators]' \
      '--sync[Calls that wait for the device]' \
      '--compat[With --calls --csv\: the columns of api_statistic.csv, of one rank]' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--out[Write the chart\: .svg, .png or .pdf]:file:_files -g "*.(svg|png|pdf)"' \
      '--width[Width of the chart (1280)]:px:' \
      '--scale[Pixels per unit of a PNG (2)]:n:' \
      '--dark[A dark page]' \
      '--outlines[SVG\: texts as shapes, the same with any fonts, instead of as texts]' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  memory)
    _arguments \
      '1:command:(memory)' \
      '--at[What lives then\: peak, or a time from the first event of memory\: 1.2s; @ = absolute ns]:time:(peak)' \
      '--by[Put together what lives by\: op, module, stack, size or block]:what:(op module stack size block)' \
      '--ranks[A row for each rank]' \
      '--ops[A row for each operator\: memory and device time, its own and of all that it calls]' \
      '--blocks[A row for each block]' \
      '--growth[Whose blocks stay from step to step]' \
      '--hints[What is worth a word]' \
      '--components[What the process holds, by component]' \
      '--steps[Least and most of each step]' \
      '--segments[Segments of a snapshot]' \
      '--compat[With --blocks --csv\: the columns of operator_memory.csv, of one rank]' \
      '--compare[What changed from the recording or snapshot PATH to a later one]:after:_files' \
      '--table[Write the table that is asked for\: .xlsx, .db, .csv, .json]:file:_files -g "*.(xlsx|db|csv|json)"' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  timeline)
    _arguments \
      '1:command:(timeline)' \
      '--out[Write the picture\: .svg, .png or .pdf]:file:_files -g "*.(svg|png|pdf)"' \
      '--range[The time shown, from the first event\: 1.2s\:1.4s; @ = absolute ns]:a:b:' \
      '--lanes[Only these lanes, by path, with * for any text\: Device/*,Communication/*]:list:' \
      '--color[Colour by name (default), core, duration, step or module]:mode:(name core duration step module)' \
      '--width[Width of the picture (1600)]:px:' \
      '--scale[Pixels per unit of a PNG (2)]:n:' \
      '--dark[A dark page]' \
      '--outlines[SVG\: texts as shapes, the same with any fonts, instead of as texts]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  slices)
    _arguments \
      '1:command:(slices)' \
      '*--name[Only slices whose name matches this regular expression]:regex:' \
      '--range[Only slices that touch this range, from the first event\: 1.2s\:1.4s; @ = absolute ns]:a:b:' \
      '--lanes[Only these lanes, by path, with * for any text\: Device/*,Communication/*]:list:' \
      '--args[With all that the file says of each slice\: a column for each key]' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  query)
    _arguments \
      '1:command:(query)' \
      '--timeout[Stop the statement after this time, reading not counted (60)]:seconds:' \
      '--max-rows[Stop after so many rows (1000000)]:n:' \
      '--max-memory[Stop at this much memory, reading not counted (1G)]:size:' \
      '--tables[List the tables and their columns]' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' \
      '3:sql:' ;;
  convert)
    _arguments \
      '1:command:(convert)' \
      '--to[What to write\: db (default)]:format:(db)' \
      '--out[File to write; without it NAME.lanescope.db in the current folder]:file:_files -g "*.(svg|png|pdf)"' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  check)
    _arguments \
      '1:command:(check)' \
      '--budget[Limits, as JSON]:file:_files' \
      '--baseline[The recording that relative limits are measured against; given several times, the noise is how much these runs differ. A folder or file, or the name of a saved baseline]:path2:_files' \
      '--save-baseline[Save the recording as a baseline of that name; with limits, unless one is exceeded]:name:' \
      '--baseline-dir[Where baselines are kept, instead of in the user'\''s data folder]:dir:_files -/' \
      '--fail-above[With --baseline\: a step may be longer by so many percent, such as 3]:percent:' \
      '--strict[Exit with 6 where a limit is exceeded by less than the noise, instead of 0]' \
      '--junit[Also write the results as JUnit XML]:file:_files -g "*.(xml)"' \
      '--markdown[Markdown, for a pull request]' \
      '--init[Write limits that the recording keeps, into the FILE of --budget, instead of checking]' \
      '--force[With --init and --save-baseline\: replace what is there already]' \
      '--json[One JSON object a line]' \
      '--csv[CSV]' \
      '--raw[With --csv\: no apostrophe before texts that a spreadsheet would compute]' \
      '--xlsx[Write a workbook]:file:_files -g "*.(xlsx)"' \
      '--all[On a terminal\: all rows of a table, not its first ten]' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '(- *)'{-h,--help}'[print help]' \
      '2:path:_files' ;;
  extract)
    _arguments \
      '1:command:(extract)' \
      '(-o --output-path)'{-o,--output-path}'[Folder for the extracts, a file of each rank; -\: a tar archive to standard output]:dir:_files -/' \
      '--force[Extract ranks again that are up to date]' \
      '--detail[1 (default)\: with events around the largest instances, for the timeline; 0\: without events]:0|1:' \
      '--rank-list[Ranks\: 0,2-5 or all (default)]:list:(all)' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '*:path:_files' ;;
  merge)
    _arguments \
      '1:command:(merge)' \
      '(-o --output-path)'{-o,--output-path}'[The file of all ranks]:file:_files' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '(- *)'{-h,--help}'[print help]' \
      '*:file:_files' ;;
  mcp)
    _arguments \
      '1:command:(mcp)' \
      '(- *)'{-h,--help}'[print help]' \
      '*:dir:_files' ;;
  schedule)
    _arguments \
      '1:command:(schedule)' \
      '(-P --stages)'{-P,--stages}'[Stages, one on each rank]:p:' \
      '(-M --micro-batches)'{-M,--micro-batches}'[Micro-batches of a step]:m:' \
      '--chunks[Model chunks on each rank of the interleaved schedule (2)]:v:' \
      '--cost[Length of a block of each kind, that is of a chunk\: F=10,B=20,I=10,W=10,X=28 (F=1, B=2F, I=W=B/2, X=F+B)]:costs:' \
      '--latency[Latency of a message between two ranks (0)]:d:' \
      '--variant[Variant\: no-overlap, no-w-split, fused-first, fused-middle, refill]:words:(no-overlap no-w-split fused-first fused-middle refill)' \
      '--json[Print the blocks as JSON]' \
      '--out[Write the chart\: .svg, .png or .pdf]:file:_files -g "*.(svg|png|pdf)"' \
      '--title[Title of the chart]:text:' \
      '--width[Width of the chart (1100)]:px:' \
      '--scale[Pixels per unit of a PNG (2)]:n:' \
      '--dark[A dark page]' \
      '--outlines[SVG\: texts as shapes, the same with any fonts, instead of as texts]' \
      '(- *)'{-h,--help}'[print help]' \
      '2:name:(1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)' ;;
  *)
    _arguments \
      '1: :_lanescope_cli_first' \
      '(-m --mode)'{-m,--mode}'[module_statistic, operator_mfu, pp_chart, cluster_time_summary, slow_rank, compute_op_sum, hccl_sum, cann_api_sum ... (see the manual) or all (default)]:mode:(module_statistic operator_mfu pp_chart cluster_time_summary slow_rank compute_op_sum hccl_sum cann_api_sum mstx_sum free_analysis slow_link freq_analysis ep_load_balance computational_op_masking communication_time communication_matrix communication_group_map communication_time_sum communication_matrix_sum communication_bottleneck cluster_time_compare_summary mstx2commop p2p_pairing export_summary all)' \
      '(-d --profiling-path)'{-d,--profiling-path}'[Folder or file to read]:dir:_files' \
      '(-o --output-path)'{-o,--output-path}'[Parent of cluster_analysis_output; - = standard output (json)]:out:_files' \
      '--export-type[db (default), text, xlsx, csv or json]:type:(db text xlsx csv json)' \
      '--rank-list[all (default) or ranks such as 0,1]:ranks:(all)' \
      '--step-id[Only this step]:n:' \
      '--backward[Backward modules in the ModuleMFU table]' \
      '--top-num[Rows of tables that have the first of a list alone]:n:' \
      '--exclude-op-name[compute_op_sum without its table by operator]' \
      '--parallel-types[Kinds of groups of computational_op_masking, such as "dp,edp;tp"]:kinds:' \
      '--rank-id[Rank of communication_bottleneck]:rank:' \
      '--bp[What cluster_time_compare_summary compares with]:dir:_files' \
      '(-j --jobs)'{-j,--jobs}'[Threads to use; 0 = one a processor]:n:' \
      '--memory[Memory that recordings may take together, such as 512M or 2G (a quarter of the machine'\''s)]:size:' \
      '(-v --verbose)'{-v,--verbose}'[Print notes as well as warnings]' \
      '(-q --quiet)'{-q,--quiet}'[Print errors only; --json and --csv still print]' \
      '--all-runs[Keep older recordings of a rank too]' \
      '--recording[Which of several recordings below the folder to read, such as a phase]:name:' \
      '--op-names[What ops of op timelines are\: a line "name kind" for each]:file:_files' \
      '--names[Annotations or capture traces that name kernels of GPU graphs; scheduler traces (repeatable)]:file:_files' \
      '--mfu[MFU column\: auto, off, or peer (the reference tool'\''s formulas)]:mode:(auto off peer)' \
      '--flops[Sources of FLOPs\: recorded, marks or shapes, each with those before it]:source:(recorded marks shapes)' \
      '--chip[Take the peak of this chip]:name:' \
      '--peak-tflops[Take this FP16 peak]:n:' \
      '--peak-bandwidth[Take this bandwidth of the memory, in GB/s]:n:' \
      '--peak-basis[Measure FP32 against\: fp16 or dtype]:basis:(fp16 dtype)' \
      '--module-source[Module calls from\: auto, mstx or trace]:source:(auto mstx trace)' \
      '*--module-domain[mstx domain of module ranges (repeatable; * = any)]:name:' \
      '--module-event-types[mstx event types of module ranges, for example 1,2]:list:' \
      '--threads[Thread rule\: auto, own or merged]:rule:(auto own merged)' \
      '--slack[Let ops stick out of their module by this much]:ns:' \
      '--pp-groups[Ranks of each pipeline, by stage\: 0,4,8,12;1,5,9,13]:groups:' \
      '--order[Order of the parallel dimensions (tp-cp-ep-dp-pp)]:order:(tp-cp-ep-dp-pp tp-cp-pp-ep-dp tp-dp-ep-pp-moetp tp-pp-dp-ep)' \
      '--schedule[Schedule, instead of recognising it]:name:(auto 1f1b interleaved dualpipev dualpipe zbh1 zbv gpipe gpipe-reversed eager-1f1b breadth-first zbh2 zbv-pytorch zbv-greedy)' \
      '--align[Alignment of clocks\: auto (default\: hosts that differ), none, p2p, or offsets by rank in ns\: 4=1200;5=-300]:how:(auto none p2p)' \
      '*--name[A further word for a kind of block\: kind=F,word=my_fwd]:rule:' \
      '--loose-names[Recognise names that only contain forward or backward]' \
      '--host-passes[Without pipeline ranges\: take the forward and backward passes of the host, approximate]' \
      '--layout[Parallel sizes where none were recorded\: tp=2,pp=4,dp=8]:sizes:' \
      '--write-step-task-info[Write StepTaskInfo and opConnectionId into the profiler'\''s databases, after a backup]' \
      '(- *)'{-h,--help}'[print help]' \
      '(- *)--version[print the version]' ;;
esac
