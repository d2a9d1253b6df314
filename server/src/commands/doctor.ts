// `doctor`: looks at configuration, database, schema, isolation and clock, and says what to do about what it finds.

import { openKeyring } from '#app/keyring.ts'
import { findSandboxFault } from '#app/plugin-host.ts'
import { readSchemaState, refuseUnfitSchema } from '#app/readiness.ts'
import type { Config } from '#config/config.ts'
import { ConfigError } from '#config/config-error.ts'
import { loadConfig } from '#config/load.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { lintCatalogue } from '#db/lint/catalogue-lint.ts'
import { catalogueRules } from '#db/lint/catalogue-rules.ts'
import { SchemaRefused } from '#db/migrate.ts'
import { explainSchema } from '#db/schema-version.ts'
import { sql } from '#db/sql.ts'
import { readInstance } from '#domains/keys/index.ts'
import { MasterKeyRefused, refuseWrongMasterKey } from '#domains/vault/index.ts'
import { checkEventLog, checkReplicationSlots } from './doctor-log.ts'
import type { ExitName } from './exit-codes.ts'
import type { Finding } from './finding.ts'
import type { Output } from './output.ts'

const OLDEST_SERVER = 150_000
const NEWEST_SERVER = 190_000
const CLOCK_TOLERANCE_MS = 2_000
/** Enough to see what kind of fault it is. */
const SHOWN_FINDINGS = 5

export async function doctor(output: Output): Promise<ExitName> {
  const findings = await examine()
  const healthy = findings.every(({ ok }) => ok)
  const lines = findings.flatMap(({ check, ok, detail, mend }) => [
    `${ok ? 'ok  ' : 'FAIL'} ${check}: ${detail}`,
    ...(mend ? [`     → ${mend}`] : []),
  ])
  output.result({ healthy, findings }, [
    ...lines,
    healthy ? 'All checks passed.' : countFailed(findings),
  ])
  return healthy ? 'ok' : 'unhealthy'
}

function countFailed(findings: readonly Finding[]): string {
  const failed = findings.filter(({ ok }) => !ok).length
  return failed === 1 ? '1 check failed.' : `${failed} checks failed.`
}

type Check = {
  name: string
  check: (db: Database, config: Config<'database' | 'master'>) => Promise<Finding>
  /** Without it the later ones would only repeat what is wrong. */
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
  { name: 'master key', check: checkMasterKey },
  { name: 'plugin sandbox', check: checkSandbox },
]

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = []
  const { config, problems } = tryConfig()
  findings.push(...problems)
  if (!config) return findings
  const db = openDatabase({ ...config.database, url: config.database.url.reveal(), poolSize: 1 })
  try {
    for (const { name, check, vital } of checks) {
      const finding = await check(db, config).catch(explainFailure(name))
      findings.push(finding)
      if (vital && !finding.ok) break
    }
  } finally {
    await db.close()
  }
  return findings
}

function tryConfig() {
  try {
    const config = loadConfig({ needs: ['database', 'api', 'master'] })
    const warnings = config.warnings.map(({ variable, problem, remedy }) => ({
      check: variable,
      ok: true,
      detail: `accepted, but ${problem}`,
      mend: remedy,
    }))
    const fine = { check: 'configuration', ok: true, detail: 'complete' }
    return { config, problems: [fine, ...warnings] satisfies Finding[] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.mistakes.map(({ variable, problem, remedy }) => ({
      check: variable,
      ok: false,
      detail: problem,
      mend: remedy,
    }))
    return { config: undefined, problems: problems satisfies Finding[] }
  }
}

/** Only integrations need it; the rest of the service works without. */
async function checkSandbox(): Promise<Finding> {
  const fault = await findSandboxFault()
  return fault === undefined
    ? { check: 'plugin sandbox', ok: true, detail: 'sockets, files and processes are denied' }
    : {
        check: 'plugin sandbox',
        ok: false,
        detail: fault,
        mend: 'Run the service with Node.js 26.',
      }
}

function explainFailure(check: string) {
  return (error: unknown): Finding => ({
    check,
    ok: false,
    detail: error instanceof Error ? error.message || 'no connection' : String(error),
    mend:
      error instanceof SchemaRefused
        ? 'Then run doctor again.'
        : 'Check DATABASE_URL, that PostgreSQL runs and accepts this user, and the network in between.',
  })
}

async function checkServer(db: Database): Promise<Finding> {
  const [row] = await db.owner.rows<{ version: number; text: string; standby: boolean }>(sql`
    select current_setting('server_version_num')::int as version,
      current_setting('server_version') as text, pg_is_in_recovery() as standby`)
  const version = row?.version ?? 0
  if (version < OLDEST_SERVER || version >= NEWEST_SERVER) {
    return {
      check: 'database',
      ok: false,
      detail: `PostgreSQL ${row?.text} is not supported`,
      mend: 'Use PostgreSQL 15 to 18.',
    }
  }
  if (row?.standby) {
    return {
      check: 'database',
      ok: false,
      detail: 'this server is a read-only standby',
      mend: 'Point DATABASE_URL at the primary.',
    }
  }
  return { check: 'database', ok: true, detail: `PostgreSQL ${row?.text}, writable` }
}

async function checkSchema(db: Database): Promise<Finding> {
  const state = await readSchemaState(db.owner)
  const refusal = explainSchema(state)
  if (refusal === undefined) return { check: 'schema', ok: true, detail: 'up to date' }
  const mend = state.state === 'pending' ? 'Run: task-service migrate' : 'Run the matching version.'
  return { check: 'schema', ok: false, detail: refusal, mend }
}

/** Requests must not run as somebody whom row security does not bind. */
async function checkRuntimeRole(db: Database, config: Config<'database'>): Promise<Finding> {
  await refuseUnfitSchema(db, config.database.rolePrefix)
  const [row] = await db.tenantRead('00000000-0000-0000-0000-000000000000', (tx) =>
    tx.rows<{ role: string; free: boolean; owns: number }>(sql`
      select current_user as role, r.rolsuper or r.rolbypassrls as free,
        (select count(*)::int from pg_class c where c.relowner = r.oid) as owns
      from pg_roles r where r.rolname = current_user`),
  )
  const bound = row !== undefined && !row.free && row.owns === 0
  return bound
    ? { check: 'runtime role', ok: true, detail: `${row.role} is bound by row security` }
    : {
        check: 'runtime role',
        ok: false,
        detail: `${row?.role} is not bound by row security`,
        mend: 'Take SUPERUSER, BYPASSRLS and ownership away from the runtime role.',
      }
}

async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const [row] = await db.owner.rows<{ now: Date }>(sql`select clock_timestamp() as now`)
  const middle = (before + Date.now()) / 2
  const skewMs = Math.round((row?.now.getTime() ?? 0) - middle)
  const detail = `differs from the database's by ${skewMs} ms`
  if (Math.abs(skewMs) <= CLOCK_TOLERANCE_MS) return { check: 'clock', ok: true, detail }
  return {
    check: 'clock',
    ok: false,
    detail,
    mend: 'Synchronise the clocks (NTP) of both machines.',
  }
}

/** Each tenant's rows are its own only as long as nobody has loosened the catalogue by hand. */
async function checkIsolation(db: Database, config: Config<'database'>): Promise<Finding> {
  const found = await lintCatalogue(db.owner, config.database.rolePrefix)
  const ruleCount = Object.keys(catalogueRules).length
  if (found.length === 0) {
    return { check: 'isolation', ok: true, detail: `${ruleCount} rules of the catalogue hold` }
  }
  const shown = found.slice(0, SHOWN_FINDINGS)
  const more = found.length > shown.length ? `; and ${found.length - shown.length} more` : ''
  const mends = new Set(shown.map(({ rule }) => catalogueRules[rule].mend))
  return {
    check: 'isolation',
    ok: false,
    detail:
      shown.map(({ rule, object, detail }) => `${object} ${detail} (${rule})`).join('; ') + more,
    mend: `Somebody changed the schema outside the migrations. ${[...mends].join(' | ')}`,
  }
}

/** The same look as at every start; `keys status` tells more. */
async function checkMasterKey(db: Database, config: Config<'master'>): Promise<Finding> {
  const check = 'master key'
  try {
    const keyring = openKeyring(config.keys, await readInstance(db.auth))
    const masterKeys = await refuseWrongMasterKey(db.owner, keyring)
    if (!masterKeys) return { check, ok: true, detail: 'not used yet' }
    const { retiring, lost } = masterKeys
    if (retiring.length > 0) {
      return { check, ok: true, detail: 'is being replaced', mend: 'Run: task-service keys rotate' }
    }
    const detail = lost.length > 0 ? `fits; ${lost.join(' and ')} was given up` : 'fits'
    return { check, ok: true, detail }
  } catch (error) {
    if (!(error instanceof MasterKeyRefused)) throw error
    return { check, ok: false, detail: error.problem, mend: error.remedy }
  }
}
