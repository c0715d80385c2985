"""Runs one command for each line of JSON on stdin and answers what it cost: wall and CPU seconds, peak memory.

Only a parent that waits itself learns what a child used; Node does not tell. A small process forks fast, and leaves no
memory of its own in the child's peak.
"""

import json
import os
import subprocess
import sys
import time

for line in sys.stdin:
    job = json.loads(line)
    start = time.perf_counter()
    child = subprocess.Popen(
        job["argv"], env=job["env"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(child.pid, 0)
    cost = {
        "wall": time.perf_counter() - start,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss,
        "status": os.waitstatus_to_exitcode(status),
    }
    print(json.dumps(cost), flush=True)
