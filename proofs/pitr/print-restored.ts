// Restores a backup to a moment as the drill does, and prints which tasks are there. Runs as the user of PostgreSQL.
import { Client } from 'pg'
import { startRestored } from '../../server/src/app/drill/restored-server.ts'

export type Restored = { seconds: number; tasks: number; titles: string[] }

const [, , folder = '', configFile = '', database = '', moment = ''] = process.argv
const startedAt = performance.now()
const server = await startRestored({
  folder,
  configFile,
  stanza: 'tasks',
  moment: moment === '' ? undefined : new Date(moment),
  binDir: process.env['DRILL_BIN_DIR'],
  timeoutMs: 600_000,
})
const client = new Client({ host: server.socketFolder, user: 'postgres', database })
await client.connect()
const count = await client.query<{ count: number }>('select count(*)::int as count from tasks')
const seconds = (performance.now() - startedAt) / 1_000
const { rows } = await client.query<{ title: string }>(
  `select doc ->> 'title' as title from tasks where doc ->> 'title' like 'journal %'`,
)
await client.end()
await server.stop()
const restored: Restored = {
  seconds,
  tasks: count.rows[0]?.count ?? 0,
  titles: rows.map(({ title }) => title),
}
process.stdout.write(JSON.stringify(restored))
