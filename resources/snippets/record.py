import torch_npu
from torch_npu import profiler as p

config = p._ExperimentalConfig(export_type=[p.ExportType.Db], mstx=True,
                               profiler_level=p.ProfilerLevel.Level1)
with p.profile(schedule=p.schedule(wait=1, warmup=1, active=2), with_modules=True,
               on_trace_ready=p.tensorboard_trace_handler("./profile"),
               experimental_config=config) as prof:
    for batch in loader:
        train_step(batch)
        prof.step()
