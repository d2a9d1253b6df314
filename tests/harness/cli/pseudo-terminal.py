# Runs a program in a pseudo-terminal, types after given texts, and prints what a terminal would receive.
# Standard input: {"argv", "env", "cwd", "columns", "rows", "steps": [{"after", "type"}], "seconds"}
import fcntl, json, os, pty, select, struct, sys, termios, time

order = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(order["cwd"])
    os.execve(order["argv"][0], order["argv"], order["env"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", order["rows"], order["columns"], 0, 0))
steps, seen, received = list(order["steps"]), 0, b""
end = time.monotonic() + order["seconds"]
while time.monotonic() < end:
    ready, _, _ = select.select([terminal], [], [], 0.05)
    if ready:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        received += data
    if steps:
        found = received.find(steps[0]["after"].encode(), seen)
        if found >= 0:
            seen = len(received)
            os.write(terminal, steps.pop(0)["type"].encode())
else:
    os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(received)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
