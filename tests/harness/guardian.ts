// Ends the test server and deletes its files when this process goes away, however it goes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * A shell in a session of its own reads process ids from a pipe that only we hold. The kernel
 * closes the pipe on exit, SIGINT, SIGTERM, a crash and even SIGKILL; the shell then ends the
 * last process it read and removes the folders. An exit handler could not guarantee that.
 * A dead process may stay listed as a zombie (Z) for as long as its new parent does not ask.
 */
const script = `
pid=
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -QUIT "$pid"
  for try in 1 2 3 4 5 6 7 8 9 10; do
    case $(cat "/proc/$pid/stat") in
      '' | *') Z '*) break ;;
      *) sleep 0.2 ;;
    esac
  done
  kill -KILL "$pid"
fi
rm -rf "$@"
`

export type Guardian = {
  /** The process to end with us; undefined when there is none at the moment. */
  watch(pid: number | undefined): void
  /** Ends what is watched, deletes the folders, and waits until both are done. */
  release(): Promise<void>
}

export function startGuardian(directories: string[]): Guardian {
  const shell = spawn('/bin/sh', ['-c', script, 'guardian', ...directories], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const gone = once(shell, 'exit')
  // Neither the shell nor its pipe may keep a finished test file alive.
  shell.unref()
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref()
  // Writing to a guardian that was killed must not end the tests.
  shell.stdin.on('error', () => {})
  return {
    watch: (pid) => void shell.stdin.write(`${pid ?? ''}\n`),
    async release() {
      shell.ref()
      shell.stdin.end()
      await gone
    },
  }
}
