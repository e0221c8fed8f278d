#!/usr/bin/env python3
"""Runs of one question with several threads and seeds, each a line `threads<TAB>JSON of grundy solve`, as the rows of bench/data/threads.tsv:
mean, least and most seconds, mean nodes, and those relative to the first number of threads. Runs that disagree end it."""

import json
import sys

runs, answers = {}, {}
for line in sys.stdin:
    threads, text = line.split("\t", 1)
    row = json.loads(text)
    question = (row["game"], row["position"])
    if row["stopped"]:
        sys.exit(f"{question} on {threads} threads was stopped: {row['stopped']}")
    answer = (row["outcome"], row["nimber"])
    if answers.setdefault(question, answer) != answer:
        sys.exit(f"{question}: {answer} on {threads} threads, {answers[question]} before")
    runs.setdefault(question, {}).setdefault(threads, []).append((row["seconds"], row["nodes"]))

mean = lambda values: sum(values) / len(values)
print("game", "position", "threads", "seconds", "nodes", "least", "most", "relative_nodes", sep="\t")
for question, by_threads in runs.items():
    base = max(1, mean([nodes for _, nodes in next(iter(by_threads.values()))]))
    for threads, measured in by_threads.items():
        seconds, nodes = [run[0] for run in measured], mean([run[1] for run in measured])
        times = [f"{value:.3f}" for value in (mean(seconds), min(seconds), max(seconds))]
        print(*question, threads, times[0], round(nodes), times[1], times[2], f"{nodes / base:.2f}", sep="\t")
