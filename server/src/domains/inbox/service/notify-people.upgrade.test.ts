// From a release without inboxes: questions and approvals that were open are in the inboxes of those who can answer them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type EmptyDatabase, emptyDatabase } from '../../../../../tests/harness/database.ts'
import { migrate } from '../../../db/migrate.ts'
import { listMigrations } from '../../../db/schema-version.ts'
import { uuidv7 } from '../../../lib/uuid.ts'

const LAST_BEFORE = 42
const known = listMigrations()

let database: EmptyDatabase
let admin: Client

const upgrade = (last: number) =>
  migrate({
    databaseUrl: database.url,
    rolePrefix: database.rolePrefix,
    migrations: known.filter(({ version }) => version <= last),
  })

before(async () => {
  database = await emptyDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  await upgrade(LAST_BEFORE)
})

after(async () => {
  await admin.end()
  await database.drop()
})

function leastOf(type: string, first: string | null): unknown {
  if (type === 'uuid') return uuidv7()
  if (type.startsWith('timestamp')) return new Date()
  if (type.startsWith('json')) return '{}'
  if (type === 'bytea') return Buffer.alloc(32)
  if (type.endsWith('[]')) return []
  if (type === 'boolean') return false
  return type === 'text' ? (first ?? 'x') : 1
}

/** A row with these values, and the least that the other columns of the table accept. */
async function insert(table: string, values: Record<string, unknown>): Promise<void> {
  const { rows } = await admin.query<{ name: string; type: string; first: string | null }>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       (select (regexp_match(pg_get_constraintdef(c.oid), '''([^'']+)'''))[1] from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as first
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef
       and a.attidentity = '' and a.attname <> all($2::text[])`,
    [table, Object.keys(values)],
  )
  const row = {
    ...Object.fromEntries(rows.map(({ name, type, first }) => [name, leastOf(type, first)])),
    ...values,
  }
  const names = Object.keys(row)
  await admin.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
}

test('what is open is noted for the assignee, or for everyone, in each tenant', async () => {
  const people: Record<string, string> = {}
  const questions: Record<string, string> = {}
  for (const tenant of ['north', 'south']) {
    const tenantId = uuidv7()
    await insert('tenants', { tenant_id: tenantId, slug: tenant, name: tenant, status: 'active' })
    for (const username of ['ada', 'bob']) {
      const id = uuidv7()
      people[id] = `${tenant} ${username}`
      await insert('users', { tenant_id: tenantId, id, username })
    }
    for (const assignee of ['ada', null]) {
      const [task, question] = [uuidv7(), uuidv7()]
      questions[question] = assignee ?? 'everyone'
      const given = { tenant_id: tenantId, task_id: task, id: question, state: 'open' }
      await admin.query(`set session_replication_role = 'replica'`)
      await insert('tasks', {
        tenant_id: tenantId,
        id: task,
        assignee,
        status: 'ready',
        number: assignee ? 1 : 2,
      })
      await insert('questions', given)
      await admin.query(`set session_replication_role = 'origin'`)
    }
  }
  await upgrade(Number.POSITIVE_INFINITY)
  const { rows } = await admin.query<{ user_id: string; subject_id: string }>(
    'select user_id, subject_id from notifications',
  )
  const noted = rows.map((row) => `${people[row.user_id]}: ${questions[row.subject_id]}`).toSorted()
  assert.deepEqual(noted, [
    'north ada: ada',
    'north ada: everyone',
    'north bob: everyone',
    'south ada: ada',
    'south ada: everyone',
    'south bob: everyone',
  ])
})
