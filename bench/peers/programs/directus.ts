// Directus: any table as a REST API, here a collection of tasks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withAdmin } from '../../../tests/harness/admin-client.ts'
import { taskBody } from '../../lib/task-body.ts'
import type { Peer, Place } from '../peer.ts'
import { fillFolder, peerFolder } from '../peer-folder.ts'
import { type Command, runCommand } from '../peer-program.ts'
import { ask, PAGE } from '../side-tasks.ts'

const version = '12.3.1'
const folder = `directus-${version}`
const token = 'bench-0123456789abcdef'

/** Its install script builds a native module that only runs custom scripts and extensions; here are none. */
const emptyModule = 'isolated-vm'

const collection = {
  collection: 'tasks',
  schema: {},
  meta: {},
  fields: [
    { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
    { field: 'title', type: 'string', schema: { is_nullable: false } },
    { field: 'description', type: 'text' },
    { field: 'status', type: 'string', schema: { default_value: 'ready' } },
    { field: 'priority', type: 'integer', schema: { default_value: 3 } },
    { field: 'due_at', type: 'timestamp' },
    { field: 'user_created', type: 'uuid', meta: { special: ['user-created'] } },
    { field: 'date_created', type: 'timestamp', meta: { special: ['date-created'] } },
    { field: 'user_updated', type: 'uuid', meta: { special: ['user-updated'] } },
    { field: 'date_updated', type: 'timestamp', meta: { special: ['date-updated'] } },
  ],
}

async function install(directory: string): Promise<void> {
  const write = (file: string, content: object) =>
    writeFileSync(join(directory, file), JSON.stringify(content))
  mkdirSync(join(directory, emptyModule))
  write(`${emptyModule}/package.json`, { name: emptyModule, version: '0.0.0' })
  writeFileSync(join(directory, emptyModule, 'index.js'), 'module.exports = {}\n')
  write('package.json', {
    private: true,
    dependencies: { directus: version, [emptyModule]: `file:${emptyModule}` },
    overrides: { [emptyModule]: `$${emptyModule}` },
  })
  const args = ['install', '--prefix', '.', '--ignore-scripts', '--no-audit', '--no-fund']
  await runCommand({ program: 'npm', args, cwd: directory })
}

function command(name: string, { databaseUrl, port, directory }: Place): Command {
  return {
    program: process.execPath,
    args: [join(peerFolder(folder), 'node_modules/directus/cli.js'), name],
    cwd: directory,
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      SECRET: '0123456789abcdef0123456789abcdef',
      DB_CLIENT: 'pg',
      DB_CONNECTION_STRING: databaseUrl.href,
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: token,
      ADMIN_TOKEN: token,
      LOG_LEVEL: 'warn',
      PRESSURE_LIMITER_ENABLED: 'false',
      TELEMETRY: 'false',
    },
  }
}

export const peer: Peer = {
  name: 'Directus',
  version,
  goals: { create: 40, list: 20 },
  roundSeconds: 5,
  remarks: `One process in production mode, log level warn, load shedding and telemetry off, called with an
administrator's static token, which skips its permission checks. A collection with the fields of a task
(title, description, status, priority, due date, author and time); each create also writes an activity entry and a
revision, as by default. Installed without install scripts; its module for custom scripts is replaced by an empty one. Its
initial tasks are inserted by SQL.`,
  install: () => fillFolder(folder, install),
  async prepare(place) {
    writeFileSync(join(place.directory, 'package.json'), '{}')
    for (const name of ['uploads', 'extensions']) mkdirSync(join(place.directory, name))
    await runCommand(command('bootstrap', place))
    return command('start', place)
  },
  readyPath: '/server/ping',
  async connect({ url, databaseUrl }) {
    const caller = { url, headers: { Authorization: `Bearer ${token}` } }
    await ask(caller, { method: 'POST', path: '/collections', body: collection })
    return {
      ...caller,
      create: { method: 'POST', path: '/items/tasks', body: taskBody },
      list: { method: 'GET', path: `/items/tasks?sort=-id&limit=${PAGE}` },
      titlesIn: (answer) =>
        (answer as { data: { title: string }[] }).data.map(({ title }) => title), // checked against the title
      table: 'tasks',
      superuserUrl: databaseUrl.href,
      fill: (count) =>
        withAdmin(databaseUrl.href, async (admin) => {
          await admin.query(
            `insert into tasks (title, description, date_created)
             select $1, $2, now() from generate_series(1, $3)`,
            [taskBody.title, taskBody.description, count],
          )
        }),
    }
  },
}
