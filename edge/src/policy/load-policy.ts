// Parses the policy file: databases, logins and limits; statements are parsed in read-statement.ts.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { EDGE_PROTOCOL, MAX_RESULT_BYTES } from '@task-service/contract'
import { announcedFaces } from './announced-faces.ts'
import { FileInvalid, type Place, readFileStrictly } from './file-reader.ts'
import {
  type DatabasePolicy,
  ENGINES,
  type Engine,
  type Limits,
  type Login,
  type Policy,
  type SecretSource,
  type Tls,
} from './policy.ts'
import { readBytes, readDurationMs } from './quantities.ts'
import { NAME, readStatement } from './read-statement.ts'

const MAX_TIMEOUT_MS = 600_000

export function loadPolicy(file: string): Policy {
  let source: string
  try {
    source = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // what the file system throws
    throw new FileInvalid(file, [{ line: 0, at: '', message: unreadable(code) }])
  }
  return parsePolicy(file, source)
}

function unreadable(code: string | undefined): string {
  const path = 'Set TASK_EDGE_POLICY to the path of your policy'
  if (code === 'ENOENT') return `the file does not exist. Create it, or set TASK_EDGE_POLICY`
  if (code === 'EISDIR') return `this is a folder. ${path}`
  if (code === 'EACCES')
    return `user ${process.getuid?.()} cannot read the file. Grant read permission`
  return `the file cannot be read (${code}). ${path}`
}

export const parsePolicy = (file: string, source: string): Policy =>
  readFileStrictly(file, source, (root) => {
    if (!root.isObject()) root.fail('must be an object with version and databases')
    root.field('version').integer(EDGE_PROTOCOL, EDGE_PROTOCOL)
    const notices: string[] = []
    const databases = root
      .field('databases')
      .entries(NAME, 'database')
      .map(([name, place]) => {
        if (isAdhocEnabled(place.field('adhoc'))) notices.push(adhocNotice(name))
        return readDatabase(name, place)
      })
    if (databases.length === 0) root.field('databases').fail('must contain at least one database')
    if (databases.length > 50) root.field('databases').fail('has more than 50 databases')
    const count = databases.reduce((sum, { statements }) => sum + statements.size, 0)
    if (count > 500) root.field('databases').fail('has more than 500 statements in total')
    return {
      databases: new Map(databases.map((database) => [database.name, database])),
      limits: readLimits(root.field('limits')),
      notices,
    }
  })

/** Changes when the announced statements change; the SQL is not part of it. */
export const policyDigest = (policy: Policy): string =>
  createHash('sha256')
    .update(JSON.stringify(announcedFaces(policy)))
    .digest('hex')

function readDatabase(name: string, place: Place): DatabasePolicy {
  const engine: Engine = place.field('engine').choice(ENGINES) ?? 'postgres'
  const ledger = place.field('ledger')
  const statements = place
    .field('statements')
    .entries(NAME, 'statement')
    .map(([statement, inner]) => readStatement(name, statement, engine, inner, readCaps))
  return {
    name,
    engine,
    login: readLogin(place),
    ...optional('ledger', ledger.isAbsent() ? undefined : readTableName(ledger)),
    statements: new Map(statements.map((statement) => [statement.name, statement])),
  }
}

/** The name becomes part of SQL, so only identifiers are allowed. */
const readTableName = (place: Place): string | undefined =>
  place.text({
    pattern: /^[A-Za-z_][A-Za-z0-9_]{0,62}(\.[A-Za-z_][A-Za-z0-9_]{0,62})?$/,
    what: 'a table name such as task_edge_ledger',
  })

/** Policies of earlier releases have this block. It is ignored, so that the connector still starts. */
function isAdhocEnabled(place: Place): boolean {
  for (const name of ADHOC_FIELDS) place.field(name)
  const tls = place.field('tls')
  for (const name of ['ca_file', 'verify']) tls.field(name)
  const enabled = place.field('enabled')
  return !enabled.isAbsent() && enabled.boolean() === true
}

const ADHOC_FIELDS =
  'url_env url_file host port name user password_env password_file schemas functions max_rows max_bytes timeout'.split(
    ' ',
  )

const adhocNotice = (database: string): string =>
  `databases.${database}.adhoc is ignored: ad-hoc SQL was removed. Delete the block and add named statements: task-edge new-statement`

function readCaps(
  place: Place,
  { maxRows, maxBytes, timeoutMs }: { maxRows: number; maxBytes: number; timeoutMs: number },
): { maxRows: number; maxBytes: number; timeoutMs: number } {
  const rows = place.field('max_rows')
  return {
    maxRows: rows.isAbsent() ? maxRows : (rows.integer(1, 1_000_000) ?? maxRows),
    maxBytes: readSize(place.field('max_bytes'), maxBytes, 1_024, MAX_RESULT_BYTES),
    timeoutMs: readTime(place.field('timeout'), timeoutMs),
  }
}

function readSize(place: Place, fallback: number, min: number, max: number): number {
  if (place.isAbsent()) return fallback
  const bytes = readBytes(String(place.scalar()))
  if (bytes !== undefined && bytes >= min && bytes <= max) return bytes
  place.fail(`must be a size from ${min} to ${max} bytes, such as 1MiB`)
  return fallback
}

function readTime(place: Place, fallback: number): number {
  if (place.isAbsent()) return fallback
  const ms = readDurationMs(String(place.scalar()))
  if (ms !== undefined && ms >= 100 && ms <= MAX_TIMEOUT_MS) return ms
  place.fail('must be a duration from 100ms to 10m, such as 15s')
  return fallback
}

function readLogin(place: Place): Login {
  const [urlEnv, urlFile, host] = ['url_env', 'url_file', 'host'].map((name) => place.field(name))
  const given = [urlEnv, urlFile, host].filter((field) => field && !field.isAbsent())
  const tls = readTls(place.field('tls'))
  const url = readSource(place, 'url')
  const [port, name, user] = ['port', 'name', 'user'].map((field) => place.field(field))
  const password = readSource(place, 'password')
  if (given.length !== 1) place.fail('must have exactly one of url_env, url_file and host')
  if (url !== undefined) {
    if (![port, name, user].every((field) => field?.isAbsent()) || password !== undefined) {
      place.fail(
        'port, name, user and password can only be used with host, not with url_env or url_file',
      )
    }
    return { kind: 'url', from: url, ...optional('tls', tls) }
  }
  return {
    kind: 'parts',
    host: host?.isAbsent() ? '' : (host?.text({ max: 255 }) ?? ''),
    name: (host?.isAbsent() ? '' : name?.text({ max: 128 })) ?? '',
    user: (host?.isAbsent() ? '' : user?.text({ max: 128 })) ?? '',
    ...optional('port', port?.isAbsent() ? undefined : port?.integer(1, 65_535)),
    ...optional('password', password),
    ...optional('tls', tls),
  }
}

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/

function readSource(place: Place, name: 'url' | 'password'): SecretSource | undefined {
  const env = place.field(`${name}_env`)
  const file = place.field(`${name}_file`)
  if (!env.isAbsent() && !file.isAbsent())
    place.fail(`must not have both ${name}_env and ${name}_file`)
  if (!env.isAbsent()) {
    const found = env.text({ pattern: ENV_NAME, what: 'the name of an environment variable' })
    return found === undefined ? undefined : { env: found }
  }
  if (file.isAbsent()) return undefined
  const path = file.text({ pattern: /^\//, what: 'a path that starts with /', max: 1_000 })
  return path === undefined ? undefined : { file: path }
}

function readTls(place: Place): Tls | undefined {
  if (place.isAbsent()) return undefined
  const caFile = place.field('ca_file')
  const verify = place.field('verify')
  return {
    verify: verify.isAbsent() ? true : (verify.boolean() ?? true),
    ...optional(
      'caFile',
      caFile.isAbsent()
        ? undefined
        : caFile.text({ pattern: /^\//, what: 'a path that starts with /' }),
    ),
  }
}

function readLimits(place: Place): Limits {
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const field = place.field(name)
    return field.isAbsent() ? fallback : (field.integer(min, max) ?? fallback)
  }
  return {
    queueJobs: whole('queue_jobs', 1_000, 1, 100_000),
    queueBytes: readSize(place.field('queue_bytes'), 256 * 2 ** 20, 2 ** 20, 64 * 2 ** 30),
    concurrency: whole('concurrency', 4, 1, 32),
    tokenDays: whole('token_days', 365, 1, 3_650),
  }
}

/** Omits the key if there is no value. */
const optional = <K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: V } // the key is the given one
