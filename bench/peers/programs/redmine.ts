// Redmine: the issue tracker in Ruby on Rails, as Debian packages it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyRedmineProgram } from '../../../integrations/redmine/testing/redmine-program.ts'
import { withAdmin } from '../../../tests/harness/admin-client.ts'
import { taskBody } from '../../lib/task-body.ts'
import type { Peer } from '../peer.ts'
import { type Command, runCommand } from '../peer-program.ts'
import { ask, PAGE } from '../side-tasks.ts'

const packages = ['redmine', 'redmine-pgsql', 'puma']
const tools = join(import.meta.dirname, '../../../tools/redmine')
const project = 'bench'
const apiKey = 'b'.repeat(40)

const WORKERS = 2
const THREADS = 8

function bundled(root: string, ...args: string[]): Command {
  return {
    program: 'bundle',
    args: ['exec', ...args],
    cwd: root,
    env: {
      RAILS_ENV: 'production',
      REDMINE_INSTANCE: 'default',
      REDMINE_API_KEY: apiKey,
    },
  }
}

/** Copies of the first issue, which is made over the API; an issue without parent is its own tree. */
async function copyIssues(databaseUrl: string, count: number): Promise<void> {
  await withAdmin(databaseUrl, async (admin) => {
    await admin.query(
      `insert into issues (id, root_id, tracker_id, project_id, subject, description, status_id, priority_id,
         author_id, created_on, updated_on, start_date, lft, rgt)
       select n, n, tracker_id, project_id, subject, description, status_id, priority_id,
         author_id, created_on, updated_on, start_date, lft, rgt
       from (select nextval('issues_id_seq') as n from generate_series(1, $1)) as numbers, issues
       where id = (select min(id) from issues)`,
      [count],
    )
  })
}

export const peer: Peer = {
  name: 'Redmine',
  version: '5.0.4',
  goals: { create: 100, list: 100 },
  roundSeconds: 15,
  remarks: `Debian's package on puma with ${WORKERS} workers of ${THREADS} threads, production mode, mail off. Called with an
administrator's API key. An issue has a tracker, a workflow, custom fields, watchers and a position in a tree of issues,
all looked up or written for each request. Its initial issues are inserted by SQL.`,
  async install() {
    if (packages.every((name) => existsSync(join('/usr/share/doc', name)))) return
    const program = join(tools, 'install.sh')
    if (process.getuid?.() !== 0) throw new Error(`run ${program} as root`)
    await runCommand({ program, args: [], cwd: tools })
  },
  async prepare(place) {
    const root = join(place.directory, 'redmine')
    copyRedmineProgram(root, { adapter: 'postgresql', url: place.databaseUrl.href, pool: THREADS })
    await runCommand(bundled(root, 'rake', 'db:migrate'))
    await runCommand(bundled(root, 'rails', 'runner', join(tools, 'seed.rb')))
    const size = ['-w', String(WORKERS), '-t', `${THREADS}:${THREADS}`, '--preload']
    const address = ['-b', `tcp://127.0.0.1:${place.port}`]
    return bundled(root, 'puma', '-e', 'production', ...size, ...address)
  },
  readyPath: '/login',
  async connect({ url, databaseUrl }) {
    const caller = { url, headers: { 'X-Redmine-API-Key': apiKey } }
    const { title: subject, description } = taskBody
    const issue = { project_id: project, subject, description }
    const create = { method: 'POST', path: '/issues.json', body: { issue } } as const
    return {
      ...caller,
      create,
      list: { method: 'GET', path: `/issues.json?project_id=${project}&limit=${PAGE}` },
      titlesIn: (answer) =>
        (answer as { issues: { subject: string }[] }).issues.map((one) => one.subject), // checked against the title
      table: 'issues',
      superuserUrl: databaseUrl.href,
      async fill(count) {
        await ask(caller, create)
        await copyIssues(databaseUrl.href, count - 1)
      },
    }
  },
}
