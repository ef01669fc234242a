# cluster.py - hosts, switches, links and chips
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Where ranks sit and how fast bytes move between them."""

import dataclasses

INSIDE_GB = 52.0    # between two chips of a host
BETWEEN_GB = 21.0   # between hosts, one card of the network a chip
FAR_GB = 17.0       # through a second switch
LATENCY_NS = {'inside': 9e3, 'between': 22e3}


@dataclasses.dataclass
class Cluster:
    """`ranks` chips in hosts of `a_host`, hosts on switches of `a_switch`. Factors above 1 of the
    three dictionaries make what they name slower."""
    ranks: int
    a_host: int = 8
    a_switch: int = 0
    cards: dict = dataclasses.field(default_factory=dict)    # host: factor
    links: dict = dataclasses.field(default_factory=dict)    # (rank, rank), lower first: factor
    switches: dict = dataclasses.field(default_factory=dict)  # switch: factor
    skew_ns: list = dataclasses.field(default_factory=list)  # of the clock of each host

    def host(self, rank):
        return rank // self.a_host

    def hosts(self):
        return -(-self.ranks // self.a_host)

    def switch(self, rank):
        return self.host(rank) // self.a_switch if self.a_switch else 0

    def members(self, host):
        return [rank for rank in range(self.ranks) if self.host(rank) == host]

    def kind(self, a, b):
        return 'inside' if self.host(a) == self.host(b) else 'between'

    def bandwidth(self, a, b):
        """Bytes a ns from a to b, with what is slow on the way."""
        slow = self.links.get((min(a, b), max(a, b)), 1.0)
        if self.kind(a, b) == 'inside':
            return INSIDE_GB / slow
        speed = BETWEEN_GB if self.switch(a) == self.switch(b) else FAR_GB
        slow *= max(self.cards.get(self.host(a), 1.0), self.cards.get(self.host(b), 1.0))
        slow *= max(self.switches.get(self.switch(a), 1.0), self.switches.get(self.switch(b), 1.0))
        return speed / slow
