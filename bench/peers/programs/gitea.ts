// Gitea: a forge in Go; its issues are tasks of a repository.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withAdmin } from '../../../tests/harness/admin-client.ts'
import { CONNECTIONS } from '../../lib/compare-cell.ts'
import { taskBody } from '../../lib/task-body.ts'
import type { Peer, Place } from '../peer.ts'
import { fillFolder, peerFolder } from '../peer-folder.ts'
import { type Command, runCommand } from '../peer-program.ts'
import { ask, PAGE } from '../side-tasks.ts'

const version = '1.26.4'
const folder = `gitea-${version}`
const user = 'bench'
const account = [
  '--username',
  user,
  '--email',
  'bench@example.com',
  '--password',
  'bench-0123456789',
]

/** A request may need a second connection while it holds one; with fewer, all would wait for each other. */
const POOL = 2 * CONNECTIONS

async function install(directory: string): Promise<void> {
  const module = `code.gitea.io/gitea@v${version}`
  const args = ['mod', 'download', '-json', module]
  const answer = await runCommand({ program: 'go', args, cwd: directory })
  const { Dir: source } = JSON.parse(answer) as { Dir: string } // documented answer of the command
  const build = ['build', '-C', source, '-trimpath', '-o', join(directory, 'gitea'), '.']
  await runCommand({ program: 'go', args: build, cwd: directory, env: { CGO_ENABLED: '0' } })
  for (const name of ['options', 'public', 'templates']) {
    cpSync(join(source, name), join(directory, name), { recursive: true })
  }
}

const configOf = ({ directory }: Place) => join(directory, 'app.ini')

function command(place: Place, ...args: string[]): Command {
  return {
    program: join(peerFolder(folder), 'gitea'),
    args: ['--config', configOf(place), ...args],
    cwd: place.directory,
    env: { HOME: place.directory },
  }
}

function settings({ databaseUrl, port, url, directory }: Place): string {
  return `
RUN_MODE = prod
WORK_PATH = ${directory}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${url}/
STATIC_ROOT_PATH = ${peerFolder(folder)}
OFFLINE_MODE = true
DISABLE_SSH = true
[database]
DB_TYPE = postgres
HOST = ${databaseUrl.host}
NAME = ${databaseUrl.pathname.slice(1)}
USER = ${databaseUrl.username}
SSL_MODE = disable
MAX_OPEN_CONNS = ${POOL}
MAX_IDLE_CONNS = ${POOL}
[security]
INSTALL_LOCK = true
SECRET_KEY = 0123456789abcdef0123456789abcdef
[log]
MODE = file
LEVEL = Warn
ROOT_PATH = ${directory}
[indexer]
ISSUE_INDEXER_TYPE = db
[cron.update_checker]
ENABLED = false
`
}

/** Copies of the first issue, which is made over the API, with the counters that go with them. */
async function copyIssues(databaseUrl: string, count: number): Promise<void> {
  await withAdmin(databaseUrl, async (admin) => {
    await admin.query(
      `insert into issue (repo_id, index, poster_id, original_author, original_author_id, name, content,
         content_version, milestone_id, priority, is_closed, is_pull, num_comments, ref, deadline_unix,
         created_unix, updated_unix, closed_unix, is_locked, time_estimate)
       select repo_id, n, poster_id, original_author, original_author_id, name, content,
         content_version, milestone_id, priority, is_closed, is_pull, num_comments, ref, deadline_unix,
         created_unix, updated_unix, closed_unix, is_locked, time_estimate
       from issue, generate_series(2, $1 + 1) as n where issue.index = 1`,
      [count],
    )
    await admin.query('update issue_index set max_index = max_index + $1', [count])
    await admin.query('update repository set num_issues = num_issues + $1', [count])
  })
}

export const peer: Peer = {
  name: 'Gitea',
  version,
  goals: { create: 3, list: 3 },
  roundSeconds: 20,
  remarks: `Built from its Go module. Production mode, log level warn, database connections kept open
(the default keeps two), issue search in the database (the default would build an index during the requests). Called with an
access token. An issue belongs to a repository: a request also checks access to it, and a create updates its counters, the
activity feed, watchers and subscriptions and reads the issue again for the response. Its initial issues are inserted by SQL.`,
  install: () => fillFolder(folder, install),
  async prepare(place) {
    writeFileSync(configOf(place), settings(place))
    await runCommand(command(place, 'migrate'))
    await runCommand(command(place, 'admin', 'user', 'create', '--admin', ...account))
    return command(place, 'web')
  },
  readyPath: '/api/v1/version',
  async connect(place) {
    const scopes = ['--username', user, '--scopes', 'all', '--raw']
    const generate = command(place, 'admin', 'user', 'generate-access-token', ...scopes)
    const token = (await runCommand(generate)).trim().split('\n').at(-1)
    const caller = { url: place.url, headers: { Authorization: `token ${token}` } }
    await ask(caller, { method: 'POST', path: '/api/v1/user/repos', body: { name: 'tasks' } })
    const issues = `/api/v1/repos/${user}/tasks/issues`
    const { title, description: body } = taskBody
    const create = { method: 'POST', path: issues, body: { title, body } } as const
    const superuserUrl = place.databaseUrl.href
    return {
      ...caller,
      create,
      list: { method: 'GET', path: `${issues}?type=issues&limit=${PAGE}` },
      titlesIn: (answer) => (answer as { title: string }[]).map((issue) => issue.title), // checked against the title
      table: 'issue',
      superuserUrl,
      async fill(count) {
        await ask(caller, create)
        await copyIssues(superuserUrl, count - 1)
      },
    }
  },
}
