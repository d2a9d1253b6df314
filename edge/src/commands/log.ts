// The log of the connector. No values, no SQL, no secrets: jobs by their IDs, errors by their codes.
import type { LogLevel } from '#edge/settings/settings.ts'

export type Log = { info: (line: string) => void; debug: (line: string) => void }

const write = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`)
const nothing = () => {}

export function createLog(level: LogLevel): Log {
  return { info: level === 'off' ? nothing : write, debug: level === 'debug' ? write : nothing }
}
