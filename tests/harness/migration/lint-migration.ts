// The rules for new migrations: what they must declare, and what they must not do to tables with rows.
import type { Client } from 'pg'
import type { Migration } from '../../../server/src/db/schema-version.ts'
import {
  listStatements,
  readIndexStatement,
} from '../../../server/src/db/upgrade/index-statement.ts'
import {
  type MigrationHeader,
  readHeader,
} from '../../../server/src/db/upgrade/migration-header.ts'
import { type Effects, measureEffects } from './migration-effects.ts'

export type LintFinding = { rule: string; detail: string }

/** These can be allowed with a reason: `-- Allows: <rule>: <reason>`. */
const ALLOWABLE: readonly string[] = [
  'blocking-index',
  'blocking-scan',
  'contract',
  'downtime',
  'not-null',
  'one-step-constraint',
  'several-locks',
  'table-rewrite',
  'unbatched-write',
  'volatile-default',
]

type Report = (rule: string, detail: string) => void

export async function lintMigration(
  client: Client,
  migration: Migration,
  rolePrefix?: string,
): Promise<LintFinding[]> {
  const header = readHeader(migration.text, migration.version)
  const findings: LintFinding[] = []
  const report: Report = (rule, detail) => void findings.push({ rule, detail })
  for (const problem of header.problems) report('header', problem)
  if (!header.isDeclared) report('header', 'add “-- Works with: <oldest level>”')
  if (header.worksWith === migration.version && header.isDeclared) {
    report('downtime', 'no process of the previous release works with it')
  }
  const existing = await listNames(client)
  if (header.inTransaction) {
    checkStatements(listStatements(migration.text), existing, report)
    checkEffects(header, await measureEffects(client, migration.text, rolePrefix), report)
  } else if (readIndexStatement(migration.text) === undefined) {
    report('transaction', 'it must be one CREATE INDEX CONCURRENTLY or DROP INDEX CONCURRENTLY')
  }
  return applyAllowed(header, findings)
}

async function listNames(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p')`,
  )
  return new Set(rows.map(({ name }) => name))
}

function checkStatements(
  statements: readonly string[],
  existing: ReadonlySet<string>,
  report: Report,
): void {
  for (const statement of statements) {
    const altered = /^alter table (?:only )?([\w.]+)/i.exec(statement)?.[1]
    if (altered !== undefined && existing.has(altered)) checkAlter(statement, altered, report)
    const indexed = /^create (?:unique )?index \w+ on (?:only )?([\w.]+)/i.exec(statement)?.[1]
    if (indexed !== undefined && existing.has(indexed)) {
      report(
        'blocking-index',
        `writes to ${indexed} wait for the build; use CREATE INDEX CONCURRENTLY`,
      )
    }
    const written = /^(?:update|delete from) (?:only )?([\w.]+)/i.exec(statement)?.[1]
    if (written !== undefined && existing.has(written) && !/\swhere\s/i.test(statement)) {
      report(
        'unbatched-write',
        `all rows of ${written} in one transaction; write batches in the service`,
      )
    }
    if (/^drop (table|function|view|type)\b/i.test(statement)) {
      report('contract', `“${statement.split('\n')[0]}” removes what the previous release may use`)
    }
  }
}

const VOLATILE =
  /\b(clock_timestamp|statement_timestamp|timeofday|random|gen_random_uuid|uuidv4|uuidv7|nextval)\s*\(/i

function checkAlter(statement: string, table: string, report: Report): void {
  for (const clause of splitClauses(statement)) {
    if (/\badd column\b/i.test(clause)) {
      const value = /\bdefault\b(.*)$/is.exec(clause)?.[1]
      if (value !== undefined && VOLATILE.test(value)) {
        report('volatile-default', `a different value for every row rewrites ${table}`)
      }
      if (/\bnot null\b/i.test(clause) && !/\b(default|generated)\b/i.test(clause)) {
        report('not-null', `fails if ${table} has rows, and inserts of the previous release fail`)
      }
    } else if (
      /\badd (constraint \w+ )?(check|foreign key|exclude|unique|primary key)\b/i.test(clause)
    ) {
      if (!/\b(not valid|using index)\b/i.test(clause)) {
        report(
          'one-step-constraint',
          `reads ${table} under its lock; add it NOT VALID and validate it in another file`,
        )
      }
    }
    if (
      /\b(drop column|drop constraint|rename|alter (column )?\w+ (set data )?type)\b/i.test(clause)
    ) {
      if (!/\bdrop constraint\b/i.test(clause)) {
        report(
          'contract',
          `“${clause.trim()}” changes what the previous release may use in ${table}`,
        )
      }
    }
  }
}

/** At commas outside of parentheses. */
function splitClauses(statement: string): string[] {
  const clauses = ['']
  let depth = 0
  for (const char of statement) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (char === ',' && depth === 0) clauses.push('')
    else clauses[clauses.length - 1] += char
  }
  return clauses
}

function checkEffects(header: MigrationHeader, effects: Effects, report: Report): void {
  const declare = (line: string, declared: readonly string[], measured: readonly string[]) => {
    if (declared.toSorted().join() === measured.join()) return
    report('declared', `it must say “-- ${line}: ${measured.join(', ') || 'nothing'}”`)
  }
  declare('Takes', header.locks, effects.locks)
  declare('Rewrites', header.rewrites, effects.rewrites)
  declare('Scans', header.scans, effects.scans)
  for (const table of effects.rewrites)
    report('table-rewrite', `${table} is rewritten under its lock`)
  for (const table of effects.scans)
    report('blocking-scan', `${table} is read completely under its lock`)
  if (effects.locks.length > 1) {
    report(
      'several-locks',
      'the first table is locked while it waits for the next one; use a file for each',
    )
  }
}

function applyAllowed(header: MigrationHeader, findings: readonly LintFinding[]): LintFinding[] {
  const left = findings.filter(
    ({ rule }) => !(ALLOWABLE.includes(rule) && (header.allowed.get(rule) ?? '') !== ''),
  )
  for (const [rule, reason] of header.allowed) {
    if (!ALLOWABLE.includes(rule))
      left.push({ rule: 'allows', detail: `${rule} is not a rule that can be allowed` })
    else if (reason === '') left.push({ rule: 'allows', detail: `${rule} has no reason` })
    else if (!findings.some((finding) => finding.rule === rule)) {
      left.push({ rule: 'allows', detail: `${rule} is allowed but does not occur` })
    }
  }
  return left
}
