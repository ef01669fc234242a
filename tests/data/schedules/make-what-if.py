#!/usr/bin/env python3
"""Writes what-if.txt: predictions of the reference generators for random stage costs.

    python3 make-what-if.py PATH/pp_schedules.py > what-if.txt

One case a line, words "key=value":
  source   recorded schedule, as the what-if names targets
  p, m     stages, micro-batches
  f, b     ns of a forward and a backward of each recorded virtual stage, in the model's order
  target   what is predicted
  share    W / B in thousandths; gain: of overlap, in thousandths; latency: ns of a remote edge
  window   ns, not rounded; ratio: bubble ratio; peaks: chunk activations held, by rank
"""
import importlib.util
import random
import sys

SEED = 20260
CASES = 600


def load(path):
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cost_of(ref, sf, sb, P, kind, v, share, gain, comm):
    """Cost of a target when the recorded virtual stages, which may be more than P, are known."""
    def span(r, c):
        if kind in ("zbv", "dualpipev"):
            k, n = (r if c == 0 else 2 * P - 1 - r), 2 * P
        elif kind == "dualpipe":
            k, n = (r if c == 0 else P - 1 - r), P
        else:
            k, n = c * P + r, v * P
        return k / n, (k + 1) / n

    def f(r, m, c):
        return ref.depth_cost(sf, *span(r, c))

    def b(r, m, c):
        return ref.depth_cost(sb, *span(r, c))

    def x(r, m, c):
        return (f(r, m, c) + b(r, m, 1 - c)) * (1 - gain)
    return ref.Cost(f, b, lambda *a: b(*a) * (1 - share), lambda *a: b(*a) * share, x, comm)


def pick_target(ref, rnd, P, M):
    """(text, reference kind, v, schedule) of something that these sizes allow."""
    kinds = ["gpipe", "1f1b", "zbh1", "interleaved"]
    if M >= 2 * P:
        kinds += ["zbv", "dualpipev"] + ([] if P % 2 or M % 2 else ["dualpipe"])
    kind = rnd.choice(kinds)
    if kind == "interleaved":
        v = rnd.randint(2, 4)
        fit = [n for n in range(P, M + 1) if M % n == 0 or M % n >= P]
        if not fit:
            return pick_target(ref, rnd, P, M)
        N = rnd.choice(fit)
        return "interleaved:%d:%d" % (v, N), kind, v, ref.gen_interleaved(P, M, v, N)
    if kind == "dualpipev":
        overlap, split = rnd.random() < 0.6, rnd.random() < 0.6
        text = "dualpipev:%s:%s" % ("w-split" if split else "no-w-split",
                                    "overlap" if overlap else "no-overlap")
        return text, kind, 2, ref.gen_dualpipev(P, M, overlap, split)
    return kind, kind, 1, getattr(ref, "gen_" + kind)(P, M)


def pick_source(rnd, P, M):
    """(text, number of virtual stages) of a recorded schedule."""
    sources = [("1f1b", P), ("1f1b", P), ("1f1b", P), ("gpipe", P), ("zbh1", P)]
    if M % P == 0:
        sources += [("interleaved:2", 2 * P), ("interleaved:3", 3 * P)]
    if M >= 2 * P:
        sources += [("zbv", 2 * P), ("dualpipev", 2 * P)]
        sources += [] if P % 2 or M % 2 else [("dualpipe", P)]
    return rnd.choice(sources)


def one_case(ref, rnd):
    P = rnd.randint(2, 8)
    M = rnd.randint(1, 4 * P) if rnd.random() < 0.3 else rnd.randint(2 * P, 4 * P)
    source, n = pick_source(rnd, P, M)
    scale = 10 ** rnd.randint(1, 7)
    # even, so that a half is whole
    sf = [2 * rnd.randint(scale // 4, scale) for _ in range(n)]
    sb = [2 * rnd.randint(scale // 2, 2 * scale) for _ in range(n)]
    M2 = rnd.choice((M, M, M, 2 * M, rnd.randint(2 * P, 4 * P)))
    text, kind, v, sched = pick_target(ref, rnd, P, M2)
    if M2 != M:
        text += "+M=%d" % M2
    tf, tb = sf, sb
    if rnd.random() < 0.15:
        text += "+balanced"
        tf, tb = [sum(sf) / n] * n, [sum(sb) / n] * n
    share, gain = rnd.randint(0, 1000), rnd.choice((0, 0, rnd.randint(0, 400)))
    comm = rnd.choice((0, rnd.randint(0, scale // 2)))
    cost = cost_of(ref, tf, tb, P, kind, v, share / 1000, gain / 1000, comm)
    if n == P:
        same = ref.retarget(tf, tb, kind, v, share / 1000, gain / 1000, comm)
        assert all(cost.of(r, o) == same.of(r, o)
                   for r, row in enumerate(sched.rank_ops) for o in row)
    tl = ref.replay(sched, cost)
    st = ref.stats(tl)
    return ("source=%s p=%d m=%d f=%s b=%s target=%s share=%d gain=%d latency=%d window=%.4f "
            "ratio=%.9f peaks=%s" % (
                source, P, M, ",".join(map(str, sf)), ",".join(map(str, sb)), text, share, gain,
                comm, st["makespan"], st["ratio"],
                ",".join(map(str, ref.peak_in_flight(sched, tl)))))


def main():
    ref = load(sys.argv[1])
    rnd = random.Random(SEED)
    for _ in range(CASES):
        print(one_case(ref, rnd))


main()
