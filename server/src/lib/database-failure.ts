// Classifies database errors: retryable, unavailable, a constraint violation, or a tenant that is being moved.

/** Names for the SQLSTATE codes the service reacts to. */
export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
export const LOCK_NOT_AVAILABLE = '55P03'
export const UNDEFINED_TABLE = '42P01'
export const WRONG_OBJECT_TYPE = '42809'

/** Serialization failures and deadlocks: running the whole transaction again is safe and usually succeeds. */
const REPEATABLE = new Set(['40001', '40P01'])

const UNAVAILABLE_CLASSES = ['08', '53', '57', '58', 'XX']
const UNAVAILABLE_CODES = new Set([
  '25006', // the server is a read-only standby
  '55P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

export function constraintOf(error: unknown): string {
  const name = (error as { constraint?: unknown } | null)?.constraint
  return typeof name === 'string' ? name : ''
}

export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(codeOf(error))
}

/** The database cannot serve the request now; the request is not at fault. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  if (UNAVAILABLE_CODES.has(code) || REPEATABLE.has(code)) return true
  if (/^[0-9A-Z]{5}$/.test(code)) return UNAVAILABLE_CLASSES.includes(code.slice(0, 2))
  return error instanceof Error && CONNECTION_LOST.test(error.message)
}

/** `pg` reports a lost or refused connection by text only. */
const CONNECTION_LOST =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|^timeout expired$|not queryable|Connection ended/i

/** A conflict that our own code detects: the transaction is to be run again. */
export class LostRace extends Error {
  override readonly name = 'LostRace'
  readonly code = '40001'
}

export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** Raised by the function `admit_write`. */
const FENCED = 'TS001'

/** A write to a tenant that is being moved to another cell: nothing was written, and it can be repeated in a moment. */
export class TenantMoving extends Error {
  override readonly name = 'TenantMoving'
  /** One of those whose rows the transaction would have written. */
  readonly tenantId: string
  constructor(tenantId: string) {
    super('the tenant is being moved to another cell')
    this.tenantId = tenantId
  }
}

/** Undefined for every other error. */
export function toTenantMoving(error: unknown): TenantMoving | undefined {
  if (codeOf(error) !== FENCED) return undefined
  const { detail } = error as { detail?: unknown }
  return new TenantMoving(typeof detail === 'string' ? detail : '')
}
