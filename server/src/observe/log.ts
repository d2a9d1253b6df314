// The log: JSON lines for machines, short lines for a person at a terminal.
import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

export type LogOptions = { level: string; format: 'auto' | 'json' | 'pretty' }

export function createLogger(options: LogOptions): Logger {
  const pretty = options.format === 'pretty' || (options.format === 'auto' && process.stdout.isTTY)
  const settings = { level: options.level, base: {}, timestamp: pino.stdTimeFunctions.isoTime }
  return pretty
    ? pino(settings, { write: (line) => process.stdout.write(readable(line)) })
    : pino(settings)
}

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

type PinoLine = { level: number; time: string; msg?: string } & Record<string, unknown>

/** One JSON line as `09:30:00 info  request method=GET …`. */
export function readable(line: string): string {
  const { level, time, msg = '', ...rest } = JSON.parse(line) as PinoLine // pino wrote it
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${show(value)}`)
  const head = `${time.slice(11, 19)} ${(LEVELS[level] ?? '').padEnd(5)} ${msg}`
  return `${[head, ...fields].join(' ')}\n`
}

function show(value: unknown): string {
  const error = value as { message?: string; stack?: string } | null
  if (error && typeof error === 'object' && error.stack) return `\n${error.stack}`
  return typeof value === 'string' && !/[\s"]/.test(value) ? value : JSON.stringify(value)
}
