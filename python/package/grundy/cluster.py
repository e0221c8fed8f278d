"""Reserved for searches on several machines with Ray, which do not exist yet."""

raise ImportError(
    "grundy.cluster: searches on several machines are not part of this version; the extra [cluster] only installs Ray"
)
