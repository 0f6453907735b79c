"""Median time of `value` on a small position: the program itself, and through ./bouton with its check that nothing must be built."""
import statistics
import subprocess
import sys
import time

for program in sys.argv[1:]:
    times = []
    for _ in range(21):
        start = time.perf_counter()
        subprocess.run([program, "value", "nim", "3", "5", "8"], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    print(f"start-up of {program.rsplit('/', 1)[-1]} value: {1000 * statistics.median(times):.1f} ms", file=sys.stderr)
