// The environment of a process of the service whose clock is wrong.
import { join } from 'node:path'

const program = join(import.meta.dirname, 'shift-clock.ts')

export function shiftedEnv(shiftMs: number): Record<string, string> {
  const options = process.env['NODE_OPTIONS'] ?? ''
  return { NODE_OPTIONS: `${options} --import=${program}`, CLOCK_SHIFT_MS: String(shiftMs) }
}
