// The log: JSON lines for machines, short lines for a terminal.
import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

export type LogOptions = { level: string; format: 'auto' | 'json' | 'pretty' }

export function createLogger(options: LogOptions): Logger {
  const pretty = options.format === 'pretty' || (options.format === 'auto' && process.stdout.isTTY)
  const settings = {
    level: options.level,
    base: {},
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  }
  return pretty
    ? pino(settings, { write: (line) => process.stdout.write(readable(line)) })
    : pino(settings, pino.destination(gathered))
}

/**
 * Lines are buffered briefly and written together: a write for each would delay the next request. They are also written at
 * the end of the process, unless it is killed. If the output is not read for long, the newest lines are dropped, so that
 * the service does not stop.
 */
const gathered = {
  dest: 1,
  sync: false,
  minLength: 4_096,
  periodicFlush: 100,
  maxLength: 16 * 2 ** 20,
}

type LoggedError = Record<'type' | 'message' | 'stack', string> & Record<string, unknown>

/** An allow-list: a database error also has `detail` and `where`, which contain the row it failed on. */
export function describeError(error: unknown): LoggedError | string {
  if (!(error instanceof Error)) return String(error)
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown } & Error // set by node and pg
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    stack: error.stack ?? '',
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
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
