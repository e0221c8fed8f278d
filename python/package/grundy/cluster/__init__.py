"""One search on many machines, with Ray.

    pip install './python[cluster]'
    grundy-cluster solve sprouts 47 --address auto

`solve` does the same from Python. A *coordinator* (in the process that calls `solve`) keeps the top of the search and a log on disk.
*Workers* (Ray actors, one a machine) search parts of it. Both are Rust code without a network; `_driver` carries their messages.
"""

from ._driver import Answered, ClusterSettings, RunFailed, Stopped, solve
from ._view import Totals

__all__ = ["Answered", "ClusterSettings", "RunFailed", "Stopped", "Totals", "solve"]
