"""Node-Kayles on a networkx graph: take a vertex, and all its neighbours go with it."""

from __future__ import annotations

from typing import FrozenSet, Iterable

import networkx as nx

import grundy

Vertices = FrozenSet[int]


class NodeKayles(grundy.Game[Vertices]):
    """A position is the set of vertices that are left."""

    def __init__(self, graph: "nx.Graph[int]") -> None:
        self.graph = graph

    def options(self, left: Vertices) -> Iterable[Vertices]:
        return [left - {vertex} - set(self.graph[vertex]) for vertex in left]

    def canonical(self, left: Vertices) -> grundy.Sum:
        """Connected components are independent."""
        return grundy.Sum(*map(frozenset, nx.connected_components(self.graph.subgraph(left))))


def main() -> None:
    for name, graph in [
        ("path of 12", nx.path_graph(12)),
        ("cycle of 13", nx.cycle_graph(13)),
        ("Petersen graph", nx.petersen_graph()),
        ("grid 4x4", nx.convert_node_labels_to_integers(nx.grid_2d_graph(4, 4))),
    ]:
        solver = grundy.Solver(NodeKayles(graph))
        print(f"{name}: nimber {solver.nimber(frozenset(graph))}, {solver.stats.expansions} expansions")


if __name__ == "__main__":
    main()
