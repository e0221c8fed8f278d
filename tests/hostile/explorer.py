"""Hostile requests to one `grundy explore`: every one is answered, or refused with a status of docs/api.md, in bounded time."""

import http.client
import os
import random
import signal
import subprocess
import time
import urllib.parse

from positions import certificate, game_name, position

TIME, MEMORY = 1, 100  # seconds for a search and MiB for a game, as given to the program
STATUSES = {200, 400, 403, 404, 405, 408, 413, 414, 429, 431}  # 414 and 431: the address is too long for any question
ANSWERED = TIME + 4 + 5  # docs/api.md promises four seconds more than the limit; the rest is for a busy machine
CHECKED = 60 + 5  # a certificate is checked for at most a minute
GAMES = 4  # so many are open at a time
PEAK = MEMORY * 1.2 * GAMES + 250  # MiB of the whole process


def request(rng):
    """Method, address and body of a request."""
    if rng.random() < 0.15:
        return "POST", "/api/v1/check", certificate(rng)
    game = game_name(rng)
    question = rng.choice(["position", "search", "prove", "reply", "solution", "picture", "nothing"])
    query = {"game": game, "position": position(game, rng)[: rng.choice([100, 4000, 20_000])], "time": rng.choice(["1000", "1", "-1", "x"])}
    return "GET", f"/api/v1/{question}?{urllib.parse.urlencode(query)}", None


def ask(address, method, path, body, leaves):
    """The status of the answer, or what went wrong, and the seconds it took."""
    began = time.monotonic()
    connection = http.client.HTTPConnection(address, timeout=CHECKED if method == "POST" else ANSWERED)
    try:
        connection.request(method, path, body)
        if leaves:
            return 200, 0.0
        answer = connection.getresponse()
        answer.read()
        return answer.status, time.monotonic() - began
    except (ConnectionResetError, BrokenPipeError):
        # A body over 4 MiB is refused before all of it has been sent.
        return 413 if body and len(body) > 4 << 20 else "connection reset", time.monotonic() - began
    except (OSError, http.client.HTTPException) as error:
        return repr(error), time.monotonic() - began
    finally:
        connection.close()


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak(pid):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))


def attack(program, count, seed):
    """Sends so many requests and returns how many things were wrong."""
    words = [program, "explore", "--no-open", "--time", f"{TIME}s", "--memory", f"{MEMORY}M"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    failures, statuses, slowest, left = 0, {}, 0.0, 0
    try:
        address = urllib.parse.urlsplit(server.stdout.readline().decode().strip()).netloc
        for i in range(count):
            rng = random.Random(seed * 1_000_003 + i)
            method, path, body = request(rng)
            leaves = rng.random() < 0.2
            left += leaves
            status, seconds = ask(address, method, path, body, leaves)
            statuses[status] = statuses.get(status, 0) + 1
            slowest = max(slowest, seconds)
            if status not in STATUSES:
                failures += 1
                print(f"request {seed * 1_000_003 + i}: {status} after {seconds:.1f} s: {method} {path[:90]} ({len(path)})", flush=True)
        memory = peak(server.pid)
        if memory > PEAK:
            failures += 1
            print(f"the explorer took {memory:.0f} MiB")
        # All clients have gone: after their time nothing is left running.
        time.sleep(TIME + 2)
        before = cpu_seconds(server.pid)
        time.sleep(2)
        idle = cpu_seconds(server.pid) - before
        if idle > 0.2:
            failures += 1
            print(f"the explorer goes on without a client: {idle:.1f} s of CPU time in 2 s")
        server.send_signal(signal.SIGINT)
        code, errors = server.wait(10), server.stderr.read().decode("utf-8", "replace")
        if code != 130 or "panicked" in errors:
            failures += 1
            print(f"the explorer ended with code {code}: {errors[:300]}")
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()
    counts = ", ".join(f"{number} with {status}" for status, number in sorted(statuses.items(), key=str))
    print(f"{count} requests: {counts}; {left} clients left; at most {slowest:.1f} s and {memory:.0f} MiB")
    return failures
