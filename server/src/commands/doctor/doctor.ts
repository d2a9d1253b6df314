// `doctor`: checks configuration, database, schema, isolation and clock, and suggests fixes.

import { tryBucket } from '#app/bucket.ts'
import { openKeyring } from '#app/keyring.ts'
import { tryMail } from '#app/mail.ts'
import { findSandboxFault } from '#app/plugin-host.ts'
import { readSchemaState, refuseUnfitSchema } from '#app/readiness.ts'
import type { AnyConfig, Config } from '#config/config.ts'
import { ConfigError } from '#config/config-error.ts'
import { type Environment, loadConfig } from '#config/load.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { lintCatalog } from '#db/lint/catalog-lint.ts'
import { catalogRules } from '#db/lint/catalog-rules.ts'
import { explainSchema } from '#db/schema-version.ts'
import { sql } from '#db/sql.ts'
import { formatLevel } from '#db/upgrade/migration-header.ts'
import { SchemaRefused } from '#db/upgrade/schema-refused.ts'
import { explainCompatibility, planUpgrade } from '#db/upgrade/upgrade-plan.ts'
import { readInstance } from '#domains/keys/index.ts'
import { MasterKeyRefused, refuseWrongMasterKey } from '#domains/vault/index.ts'
import { findDatabaseCause } from '../database-cause.ts'
import type { ExitName } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { checkEventLog, checkReplicationSlots } from './event-log.ts'
import type { Finding } from './finding.ts'
import { checkReadReplica } from './read-replica.ts'
import { checkStandbys } from './standbys.ts'

const LABELS = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const satisfies Record<
  Finding['state'],
  string
>

const OLDEST_SERVER = 150_000
const NEWEST_SERVER = 190_000
const CLOCK_TOLERANCE_MS = 2_000
/** Enough to recognize the cause. */
const SHOWN_FINDINGS = 5

export async function doctor(output: Output): Promise<ExitName> {
  const findings = await examine()
  const failed = findings.filter(({ state }) => state === 'fail').length
  const lines = findings.flatMap(({ check, state, detail, fix }) => [
    `${LABELS[state]} ${check}: ${detail}`,
    ...(fix ? [`     → ${fix}`] : []),
  ])
  output.result({ healthy: failed === 0, findings: findings.map(toJson) }, [
    ...lines,
    summarize(failed),
  ])
  return failed === 0 ? 'ok' : 'unhealthy'
}

/** `mend` is the name of `fix` in earlier releases and is removed in the next one. */
function toJson({ check, state, cause, detail, fix }: Finding) {
  return {
    check,
    ok: state !== 'fail',
    state,
    ...(cause && { cause }),
    detail,
    ...(fix && { fix, mend: fix }),
  }
}

function summarize(failed: number): string {
  if (failed === 0) return 'All checks passed.'
  return failed === 1 ? '1 check failed.' : `${failed} checks failed.`
}

type Check = {
  name: string
  check: (db: Database, config: Config<'database' | 'master'>) => Promise<Finding>
  /** If it fails, the following checks are skipped: they would only report the same error. */
  vital?: true
}

const checks: readonly Check[] = [
  { name: 'database', check: checkServer, vital: true },
  { name: 'clock', check: checkClock },
  { name: 'schema', check: checkSchema, vital: true },
  { name: 'runtime role', check: checkRuntimeRole },
  { name: 'isolation', check: checkIsolation },
  { name: 'event log', check: (db) => checkEventLog(db) },
  { name: 'replication slots', check: checkReplicationSlots },
  { name: 'standbys', check: (db) => checkStandbys(db) },
  { name: 'read replica', check: checkReadReplica },
  { name: 'master key', check: checkMasterKey },
  { name: 'attachments', check: (_, config) => checkBucket(config) },
  { name: 'e-mail', check: (_, config) => checkMail(config) },
  { name: 'plugin sandbox', check: checkSandbox },
]

/** `env`: of another cell than this one. */
export async function examine(env?: Environment): Promise<Finding[]> {
  const { config, findings } = checkConfig(env)
  if (!config) return findings
  const db = openDatabase({ ...config.database, url: config.database.url.reveal(), poolSize: 1 })
  try {
    for (const { name, check, vital } of checks) {
      const finding = await check(db, config).catch(explainFailure(name, config))
      findings.push(finding)
      if (vital && finding.state === 'fail') break
    }
  } finally {
    await db.close()
  }
  return findings
}

function checkConfig(env: Environment | undefined): {
  config?: Config<'database' | 'master'> | undefined
  findings: Finding[]
} {
  try {
    const config = loadConfig({ needs: ['database', 'api', 'master'], ...(env && { env }) })
    const warnings = config.warnings.map(
      ({ variable, problem, remedy }): Finding => ({
        check: variable,
        state: 'warn',
        detail: problem,
        fix: remedy,
      }),
    )
    const valid: Finding = { check: 'configuration', state: 'ok', detail: 'valid' }
    return { config, findings: [valid, ...warnings] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const findings = error.errors.map(
      ({ variable, problem, remedy }): Finding => ({
        check: variable,
        state: 'fail',
        detail: problem,
        fix: remedy,
      }),
    )
    return { config: undefined, findings }
  }
}

/** Where new attachments are stored. */
async function checkBucket(config: Pick<AnyConfig, 'bucket'>): Promise<Finding> {
  const check = 'attachments'
  const fault = await tryBucket(config)
  if (fault === null) return { check, state: 'ok', detail: 'stored in PostgreSQL' }
  const name = config.bucket?.name
  if (fault === undefined) return { check, state: 'ok', detail: `stored in the bucket ${name}` }
  return {
    check,
    state: 'fail',
    detail: `bucket ${name}: ${fault}`,
    fix: 'Check SERVICE_ACP_BUCKET_ENDPOINT, _REGION and _PATH_STYLE, the keys, that the bucket exists, that the key may get, put and delete its objects, and the clock.',
  }
}

/** Only the digest of the inbox needs it. */
async function checkMail(config: Pick<AnyConfig, 'mail'>): Promise<Finding> {
  const check = 'e-mail'
  const fault = await tryMail(config)
  if (fault === null) return { check, state: 'ok', detail: 'not configured' }
  if (fault === undefined) return { check, state: 'ok', detail: 'the SMTP server accepts e-mails' }
  return {
    check,
    state: 'fail',
    detail: fault,
    fix: 'Check the host, port, user and password of SERVICE_ACP_SMTP_URL. Use smtps:// for port 465 and smtp:// for 587 and 25.',
  }
}

/** Only integrations need it; everything else works without. */
async function checkSandbox(): Promise<Finding> {
  const fault = await findSandboxFault()
  return fault === undefined
    ? { check: 'plugin sandbox', state: 'ok', detail: 'sockets, files and processes are denied' }
    : {
        check: 'plugin sandbox',
        state: 'fail',
        detail: fault,
        fix: 'Run Task Service with Node.js 26.',
      }
}

function explainFailure(check: string, { database }: Config<'database'>) {
  return (error: unknown): Finding => {
    if (error instanceof SchemaRefused) {
      const fix = 'Then run task-service doctor again.'
      return { check, state: 'fail', detail: error.message, fix }
    }
    return { check, state: 'fail', ...findDatabaseCause(error, database.url.reveal()) }
  }
}

async function checkServer(db: Database): Promise<Finding> {
  const [row] = await db.owner.rows<{ version: number; text: string; standby: boolean }>(sql`
    select current_setting('server_version_num')::int as version,
      current_setting('server_version') as text, pg_is_in_recovery() as standby`)
  const version = row?.version ?? 0
  if (version < OLDEST_SERVER || version >= NEWEST_SERVER) {
    return {
      check: 'database',
      state: 'fail',
      detail: `PostgreSQL ${row?.text} is not supported`,
      fix: 'Use PostgreSQL 15 to 18.',
    }
  }
  if (row?.standby) {
    return {
      check: 'database',
      state: 'fail',
      detail: 'the server is a read-only standby',
      fix: 'Point DATABASE_URL at the primary.',
    }
  }
  return { check: 'database', state: 'ok', detail: `PostgreSQL ${row?.text}, writable` }
}

async function checkSchema(db: Database, config: Config<'database'>): Promise<Finding> {
  const schema = await readSchemaState(db.owner)
  if (schema.state === 'newer') {
    const [level, programLevel] = [schema.level, schema.programLevel].map(formatLevel)
    return {
      check: 'schema',
      state: 'warn',
      detail: `has level ${level}, which works with this program (level ${programLevel})`,
      fix: 'Finish the upgrade to the version that migrated the database, or stay on this one.',
    }
  }
  const error = explainSchema(schema)
  if (error === undefined) return { check: 'schema', state: 'ok', detail: 'up to date' }
  if (schema.state !== 'pending') {
    const fix = 'Run the version of Task Service that migrated this database, or a later one.'
    return { check: 'schema', state: 'fail', detail: error, fix }
  }
  const plan = await planUpgrade({ databaseUrl: config.database.url.reveal() })
  return {
    check: 'schema',
    state: 'fail',
    detail: [error.replace(/ Run: .*$/, ''), ...explainCompatibility(plan)].join(' '),
    fix: 'To see what the migrations lock and rewrite, run: task-service migrate --plan. To apply them, run: task-service migrate',
  }
}

/** Requests must run as a role that is subject to row-level security. */
async function checkRuntimeRole(db: Database, config: Config<'database'>): Promise<Finding> {
  await refuseUnfitSchema(db, config.database.rolePrefix)
  const [row] = await db.tenantRead('00000000-0000-0000-0000-000000000000', (tx) =>
    tx.rows<{ role: string; free: boolean; owns: number }>(sql`
      select current_user as role, r.rolsuper or r.rolbypassrls as free,
        (select count(*)::int from pg_class c where c.relowner = r.oid) as owns
      from pg_roles r where r.rolname = current_user`),
  )
  const isSubject = row !== undefined && !row.free && row.owns === 0
  return isSubject
    ? {
        check: 'runtime role',
        state: 'ok',
        detail: `${row.role} is subject to row-level security`,
      }
    : {
        check: 'runtime role',
        state: 'fail',
        detail: `${row?.role} is not subject to row-level security`,
        fix: 'Remove SUPERUSER and BYPASSRLS from the runtime role, and let the user of DATABASE_URL own its objects.',
      }
}

async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const [row] = await db.owner.rows<{ now: Date }>(sql`select clock_timestamp() as now`)
  const middle = (before + Date.now()) / 2
  const skewMs = Math.round((row?.now.getTime() ?? 0) - middle)
  const detail = `differs from the database clock by ${skewMs} ms`
  if (Math.abs(skewMs) <= CLOCK_TOLERANCE_MS) return { check: 'clock', state: 'ok', detail }
  return {
    check: 'clock',
    state: 'fail',
    detail,
    fix: 'Synchronize the clocks of both machines (NTP).',
  }
}

/** Tenants are isolated only as long as policies, roles and grants are as the migrations left them. */
async function checkIsolation(db: Database, config: Config<'database'>): Promise<Finding> {
  const found = await lintCatalog(db.owner, config.database.rolePrefix)
  const ruleCount = Object.keys(catalogRules).length
  if (found.length === 0) {
    return {
      check: 'isolation',
      state: 'ok',
      detail: `row-level security: ${ruleCount} checks passed`,
    }
  }
  const shown = found.slice(0, SHOWN_FINDINGS)
  const more = found.length > shown.length ? `; and ${found.length - shown.length} more` : ''
  const detail = shown.map((one) => `${one.object} ${one.detail} (${one.rule})`).join('; ') + more
  if ((await readSchemaState(db.owner)).state === 'newer') {
    return {
      check: 'isolation',
      state: 'warn',
      detail: `this version does not know the newer schema, and reports: ${detail}`,
      fix: 'Run doctor of the version that migrated the database.',
    }
  }
  const fixes = new Set(shown.map(({ rule }) => catalogRules[rule].fix))
  return {
    check: 'isolation',
    state: 'fail',
    detail,
    fix: `The schema was changed outside the migrations. ${[...fixes].join(' | ')}`,
  }
}

/** The same check as at every start; `keys status` has the details. */
async function checkMasterKey(db: Database, config: Config<'master'>): Promise<Finding> {
  const check = 'master key'
  try {
    const keyring = openKeyring(config.keys, await readInstance(db.auth))
    const masterKeys = await refuseWrongMasterKey(db.owner, keyring)
    if (!masterKeys) return { check, state: 'ok', detail: 'not in use yet' }
    const { retiring, lost } = masterKeys
    if (retiring.length > 0) {
      return {
        check,
        state: 'warn',
        detail: 'is being rotated',
        fix: 'Run: task-service keys rotate',
      }
    }
    const givenUp = lost.length > 0 ? `; ${lost.join(' and ')} was given up` : ''
    return { check, state: 'ok', detail: `matches this installation${givenUp}` }
  } catch (error) {
    if (!(error instanceof MasterKeyRefused)) throw error
    return { check, state: 'fail', detail: error.problem, fix: error.remedy }
  }
}
