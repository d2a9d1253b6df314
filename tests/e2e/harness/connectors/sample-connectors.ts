// Connectors beside the databases of a freight company: some work, one reads, one is silent, one stands, one is refused.
import type { Connector, ConnectorWithToken, StatementFace } from '@task-service/contract'
import { until } from '../../../operate/until.ts'
import type { Stage } from '../stage.ts'
import { addHistory, setLastSeen } from './past-jobs.ts'
import { type Answer, type Play, type PlayedConnector, playConnector } from './played-connector.ts'

export type SampleConnectors = { north: Connector; all: Connector[] }

const plain = (...names: string[]): StatementFace['columns'] =>
  names.map((name) => ({ name, treatment: 'plain' }))

const claimColumns: StatementFace['columns'] = [
  ...plain('id', 'version', 'title'),
  { name: 'iban', treatment: 'tokenised' },
  { name: 'phone', treatment: 'masked' },
  ...plain('amount', 'note', 'status'),
]

export const claimStatements: StatementFace[] = [
  {
    database: 'warehouse',
    engine: 'postgres',
    name: 'open_claims',
    kind: 'read',
    description: 'Claims that wait for a decision, oldest first',
    params: [
      { name: 'after', type: 'integer', required: false },
      { name: 'depot', type: 'text', required: false, choices: ['north', 'south'] },
    ],
    columns: claimColumns,
    max_rows: 1_000,
    max_bytes: 2 ** 20,
    timeout_ms: 15_000,
  },
  {
    database: 'warehouse',
    engine: 'postgres',
    name: 'claim',
    kind: 'read',
    description: 'One claim, whatever its status',
    params: [{ name: 'key', type: 'integer', required: true }],
    columns: claimColumns,
    max_rows: 1,
    max_bytes: 65_536,
    timeout_ms: 5_000,
  },
  {
    database: 'warehouse',
    engine: 'postgres',
    name: 'stock_of_bin',
    kind: 'read',
    description: 'What is in one bin',
    params: [{ name: 'bin', type: 'text', required: true, max_length: 20 }],
    columns: plain('article', 'quantity', 'counted_at'),
    max_rows: 200,
    max_bytes: 262_144,
    timeout_ms: 5_000,
  },
  {
    database: 'warehouse',
    engine: 'postgres',
    name: 'close_claim',
    kind: 'write',
    description: 'Closes a claim with its outcome',
    params: [
      { name: 'id', type: 'integer', required: true },
      { name: 'version', type: 'integer', required: true },
      { name: 'status', type: 'text', required: true, choices: ['closed', 'rejected'] },
      { name: 'note', type: 'text', required: false, max_length: 2_000, puts_values_back: true },
    ],
    columns: [],
    max_rows: 1,
    max_bytes: 65_536,
    timeout_ms: 5_000,
    expect_rows: 1,
    fence: 'version',
  },
]

export const CLAIM_COLUMNS = claimColumns.map(({ name }) => name)
const claims = [
  ['Pallet 4 of QF-20931 arrived wet', 'tok_7h2mq0c9a4vk1x8r3t6yb5nd', '…4471', '1240.50', null],
  [
    'Two boxes short on QF-20877',
    'tok_q9zk3d7w1m5c0r8v2x6hb4nt',
    '…0912',
    '86.00',
    'photos are in',
  ],
  [
    'Reefer R-118 was above 8 °C for an hour',
    'tok_2v6c8y0b4n1m7k5x9h3qd6wr',
    '…7730',
    '9310.00',
    null,
  ],
  [
    'Seal of container 4417 broken',
    'tok_7h2mq0c9a4vk1x8r3t6yb5nd',
    '…4471',
    '310.75',
    'ask the driver',
  ],
]
export const claimRows: unknown[][] = claims.map((row, index) => [4_117 + index, 3, ...row, 'open'])

/** Reads claims, closes one, and refuses what a policy would refuse. */
export function answerClaims({
  statement,
  params,
}: {
  statement?: string
  params: Record<string, unknown>
}): Answer {
  if (statement === 'open_claims') {
    const isCut = params['after'] !== undefined
    const rows = isCut ? claimRows.slice(0, 2) : claimRows
    return { columns: CLAIM_COLUMNS, rows, truncated: isCut, duration_ms: 18 }
  }
  if (statement === 'claim') {
    const rows = claimRows.filter(([id]) => id === Number(params['key']))
    return { columns: CLAIM_COLUMNS, rows, duration_ms: 6 }
  }
  if (statement === 'close_claim') {
    if (params['version'] === 3) return { changed_count: 1, duration_ms: 9 }
    const message = 'The row is not the one that was read.'
    return { outcome: 'failed', problem: { code: 'source_changed', message }, changed_count: 0 }
  }
  const message = `There is no statement ${statement ?? ''}.`
  return { outcome: 'refused', problem: { code: 'unknown_statement', message } }
}

const hostOf = (host: string, os = 'linux', version = '0.1.0'): Play['facts'] => ({
  version,
  os,
  host,
  proxy: false,
  custom_ca: false,
})
const databaseOf = (name: string, engine: string): Play['databases'] => [{ name, engine, ok: true }]
const renamed = (database: string, count: number): StatementFace[] =>
  claimStatements.slice(0, count).map((face) => ({ ...face, database }))

const plays: Record<string, Play> = {
  'wms-north': {
    facts: { ...hostOf('dock-srv-04'), proxy: true, custom_ca: true },
    statements: claimStatements,
    databases: databaseOf('warehouse', 'PostgreSQL 16'),
    answer: answerClaims,
  },
  'erp-ledger': {
    facts: hostOf('fin-app-01', 'windows'),
    statements: renamed('finance', 2),
    databases: databaseOf('finance', 'SQL Server 2022'),
    answer: answerClaims,
  },
  'wms-south': {
    facts: hostOf('dock-srv-11'),
    statements: claimStatements,
    databases: databaseOf('warehouse', 'PostgreSQL 14'),
  },
  'fleet-history': {
    facts: hostOf('fleet-db-02'),
    statements: renamed('fleet', 1),
    databases: databaseOf('fleet', 'MySQL 8.4'),
  },
  'claims-archive': {
    facts: hostOf('arch-01'),
    statements: renamed('claims', 1),
    databases: databaseOf('claims', 'MySQL 8.4'),
    answer: answerClaims,
  },
  'crm-onprem': {
    facts: hostOf('crm-db'),
    statements: renamed('sales', 2),
    databases: [{ name: 'sales', engine: 'MariaDB 11', ok: false, problem: 'sign-in refused' }],
    answer: answerClaims,
  },
}

export async function addConnector(stage: Stage, name: string): Promise<ConnectorWithToken> {
  return stage.api<ConnectorWithToken>('POST', '/connectors', { name })
}

export async function startPlayed(
  stage: Stage,
  name: string,
  play: Play,
): Promise<PlayedConnector> {
  const { enrolment_token: token = '' } = await addConnector(stage, name)
  const played = await playConnector(stage.service.url, token, play)
  await played.poll()
  stage.endWith(() => played.stop())
  return played
}

export async function connectDatabases(stage: Stage): Promise<SampleConnectors> {
  const started = new Map<string, PlayedConnector>()
  for (const [name, play] of Object.entries(plays)) {
    started.set(name, await startPlayed(stage, name, play))
  }
  const idOf = (name: string): string => started.get(name)?.id ?? ''
  const path = (name: string): string => `/connectors/${idOf(name)}`
  await addHistory(stage, idOf('wms-north'), { rows: 170 })
  await addHistory(stage, idOf('erp-ledger'), { rows: 55 })
  await addHistory(stage, idOf('wms-south'), { rows: 120, endedMinutesAgo: 26 })
  await addHistory(stage, idOf('fleet-history'), { rows: 900 })
  await addHistory(stage, idOf('crm-onprem'), { rows: 80, endedMinutesAgo: 30, failed: 1 })
  const run = (name: string, body: object) => stage.api('POST', `${path(name)}/run`, body)
  for (const [name, one] of started) if (name !== 'wms-south') one.start()
  await run('wms-north', { database: 'warehouse', statement: 'stock_of_cellar' })
  await run('wms-north', {
    database: 'warehouse',
    statement: 'open_claims',
    params: { depot: 'north' },
  })
  await run('fleet-history', { database: 'fleet', statement: 'open_claims', wait_seconds: 0 })
  await stage.api('PATCH', path('claims-archive'), { paused: true })
  for (const after of [0, 1, 2, 3]) {
    const params = { after }
    await run('wms-south', {
      database: 'warehouse',
      statement: 'open_claims',
      params,
      wait_seconds: 0,
    })
  }
  await setLastSeen(stage, idOf('wms-south'), 26)
  const list = async () => (await stage.api<{ data: Connector[] }>('GET', '/connectors')).data
  await until('one is silent and one reads', async () => {
    const all = await list()
    return all.some(({ state }) => state === 'silent') && all.some((one) => one.waiting_jobs === 1)
  })
  const all = await list()
  const north = all.find(({ name }) => name === 'wms-north')
  if (!north) throw new Error('wms-north was not made')
  return { north, all }
}
