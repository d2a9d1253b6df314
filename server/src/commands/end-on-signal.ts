// Ends the process on a signal. PID 1 of a container has no default signal handlers and would ignore it.
import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

function end(signal: (typeof SIGNALS)[number]): never {
  // The exit code a shell reports for a process that was ended by the signal.
  process.exit(128 + constants.signals[signal])
}

/** For commands that can be interrupted; PostgreSQL rolls back the open transaction. */
export function endOnSignal(): void {
  for (const signal of SIGNALS) process.on(signal, end)
}

/** For a command with its own shutdown. */
export function leaveSignals(): void {
  for (const signal of SIGNALS) process.off(signal, end)
}
