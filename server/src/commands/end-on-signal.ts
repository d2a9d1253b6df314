// Ends the process on a signal. The first process of a container would not hear one: there the kernel does nothing by itself.
import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

function end(signal: (typeof SIGNALS)[number]): never {
  // The number a shell would show for a process that the signal ended.
  process.exit(128 + constants.signals[signal])
}

/** Right for every command that may be cut off; PostgreSQL rolls back what was under way. */
export function endOnSignal(): void {
  for (const signal of SIGNALS) process.on(signal, end)
}

/** For a command that has its own way to stop. */
export function leaveSignals(): void {
  for (const signal of SIGNALS) process.off(signal, end)
}
