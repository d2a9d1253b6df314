// A table of claims in a real PostgreSQL, named statements for it, and another user's changes to it. The connector between the
// two is reduced to the minimum: values are parameters, a write that does not fit is rolled back.
import {
  type EdgeClient,
  type EdgeRows,
  type EdgeStatement,
  Failure,
  type Json,
} from '@task-service/kit'
import type { Backend } from '@task-service/kit/testing'
import { Client } from 'pg'
import { type Cluster, startCluster } from '../../../tests/harness/cluster.ts'
import { textOf } from '../template.ts'

export type Claims = Backend & {
  query: (text: string, values?: unknown[]) => Promise<Record<string, Json>[]>
  /** For a connector that reaches it itself. */
  url: () => string
}

const columns = ['id', 'version', 'title', 'description', 'status', 'note']
const some = columns.join(', ')
const param = (name: string, type: string, required = true) => ({ name, type, required })

type Named = EdgeStatement & { sql: string; order: string[] }

const page = 50

export const statements: Named[] = [
  {
    database: 'warehouse',
    name: 'claims',
    kind: 'read',
    params: [param('after', 'integer', false)],
    columns,
    maxRows: page,
    sql: `select ${some} from claims where id > coalesce($1, 0) order by id limit ${page + 1}`,
    order: ['after'],
  },
  {
    database: 'warehouse',
    name: 'claim',
    kind: 'read',
    params: [param('key', 'integer')],
    columns,
    maxRows: 1,
    sql: `select ${some} from claims where id = $1`,
    order: ['key'],
  },
  {
    database: 'warehouse',
    name: 'close_claim',
    kind: 'write',
    params: [
      param('key', 'integer'),
      param('version', 'integer'),
      param('status', 'text'),
      param('note', 'text', false),
    ],
    columns: [],
    maxRows: 1,
    fence: 'version',
    sql: `update claims set status = $3, note = $4, version = version + 1 where id = $1 and version = $2`,
    order: ['key', 'version', 'status', 'note'],
  },
]

export const config = {
  connector: 'con_019301a2b3c37d5e8f90a1b2c3d4e5f6',
  database: 'warehouse',
  read_statement: 'claims',
  get_statement: 'claim',
  key_column: 'id',
  version_column: 'version',
  title: '{{title}}',
  description: '{{description}}',
  status_column: 'status',
  done_values: 'closed',
  failed_values: 'rejected',
  write_statement: 'close_claim',
  write_params: JSON.stringify({
    status: { completed: 'closed', failed: 'rejected', canceled: 'rejected' },
  }),
}

export function createBackend(): Claims {
  let cluster: Cluster | undefined
  let client: Client | undefined
  const query: Claims['query'] = async (text, values) => {
    if (!client) throw new Error('the database has not started')
    const { rows } = await client.query<Record<string, Json>>(text, values)
    return rows
  }
  return {
    name: 'PostgreSQL',
    example: { config },
    config: () => config,
    secrets: () => ({}),
    query,
    url: () => cluster?.superuserUrl ?? '',
    async start() {
      cluster = await startCluster({ fsync: false, inMemory: true })
      client = new Client({ connectionString: cluster.superuserUrl })
      await client.connect()
      await query(`create table claims (id integer generated always as identity primary key,
        version integer not null default 1, title text not null, description text not null default '',
        status text not null default 'open', note text)`)
    },
    async stop() {
      await client?.end()
      await cluster?.stop()
    },
    otherUser: createHands(query),
    async read({ id }) {
      const [row] = await query(`select ${some} from claims where id = $1`, [id])
      if (!row) return 'gone'
      const closed = row['status'] !== 'open'
      return {
        title: textOf(row['title'] ?? null),
        description: textOf(row['description'] ?? null),
        closed,
        comments: [],
      }
    },
    async count() {
      const [row] = await query('select count(*)::int as count from claims')
      return Number(row?.['count'])
    },
    edge: () => createEdge(() => client),
  }
}

const touch = (set: string) => `update claims set ${set}, version = version + 1 where id = $1`

function createHands(query: Claims['query']): Backend['otherUser'] {
  return {
    async create({ title, description = '' }) {
      const [row] = await query(
        `insert into claims (title, description) values ($1, $2) returning id::text`,
        [title, description],
      )
      return { id: textOf(row?.['id'] ?? null) }
    },
    async edit({ id }, { title, description }) {
      if (title !== undefined) await query(touch('title = $2'), [id, title])
      if (description !== undefined) await query(touch('description = $2'), [id, description])
    },
    comment: () => Promise.reject(new Error('rows have no comments')),
    close: async ({ id }) => void (await query(touch(`status = 'closed'`), [id])),
    reopen: async ({ id }) => void (await query(touch(`status = 'open'`), [id])),
    remove: async ({ id }) => void (await query('delete from claims where id = $1', [id])),
  }
}

function createEdge(clientOf: () => Client | undefined): EdgeClient {
  return {
    statements: async () => statements,
    async run({ database, statement, params }): Promise<EdgeRows> {
      const named = statements.find((one) => one.database === database && one.name === statement)
      const client = clientOf()
      if (!named || !client) throw new Failure('not_found', `There is no statement ${statement}.`)
      const values = named.order.map((name) => params[name] ?? null)
      const { rows, rowCount } = await client.query<Record<string, Json>>(named.sql, values)
      const shown = rows.slice(0, named.maxRows)
      return {
        columns: named.columns,
        rows: shown.map((row) => named.columns.map((name) => row[name] ?? null)),
        truncated: rows.length > named.maxRows,
        changed: named.kind === 'write' ? (rowCount ?? 0) : 0,
        sourceChanged: named.fence !== undefined && rowCount === 0,
      }
    },
  }
}
