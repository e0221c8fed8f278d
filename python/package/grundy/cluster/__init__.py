"""One search on many machines, with Ray.

    pip install './python[cluster]'
    grundy-cluster solve sprouts 47 --address auto

`solve` does the same from Python. A *coordinator* (in the process that calls `solve`) keeps the top of the search and a log on disk.
*Workers* (Ray actors, one a machine) search parts of it. Both are Rust code without a network; `_driver` carries their messages.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._driver import Answered, ClusterSettings, RunFailed, Stopped, solve
    from ._view import Totals

__all__ = ["Answered", "ClusterSettings", "RunFailed", "Stopped", "Totals", "solve"]


def __getattr__(name: str) -> Any:
    # Ray is imported when something here is used, so that the program can say what is missing.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import _driver

    return getattr(_driver, name)
