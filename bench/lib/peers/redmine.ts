// Redmine: the issue tracker in Ruby on Rails, as Debian packages it.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withAdmin } from '../../../tests/harness/admin-client.ts'
import type { Peer, Place } from '../peer/peer.ts'
import { type Command, runCommand } from '../peer/peer-program.ts'
import { ask, PAGE } from '../peer/side-tasks.ts'
import { taskBody } from '../task-body.ts'

const packaged = '/usr/share/redmine'
const packages = ['redmine', 'redmine-pgsql', 'puma']
const tools = join(import.meta.dirname, '../../../tools/redmine')
const instance = 'bench'
const apiKey = 'b'.repeat(40)

const WORKERS = 2
const THREADS = 8

/** A copy of the program: the packaged one looks for its database in the machine's own configuration. */
function copyProgram({ databaseUrl, directory }: Place): string {
  const root = join(directory, 'redmine')
  cpSync(packaged, root, { recursive: true, verbatimSymlinks: true })
  for (const name of ['Gemfile.lock', 'instances', 'config/database.yml']) {
    rmSync(join(root, name), { force: true })
  }
  const gems = readFileSync(join(root, 'Gemfile'), 'utf8').replaceAll(`${packaged}/`, `${root}/`)
  writeFileSync(join(root, 'Gemfile'), gems)
  writeFileSync(join(root, 'Gemfile.local'), `gem 'puma'\n`)
  const home = join(root, 'instances', instance)
  for (const name of ['config', 'files', 'log', 'tmp/cache']) {
    mkdirSync(join(home, name), { recursive: true })
  }
  const database = { adapter: 'postgresql', url: databaseUrl.href, pool: THREADS }
  // YAML is a superset of JSON.
  writeFileSync(join(home, 'config/database.yml'), JSON.stringify({ production: database }))
  writeFileSync(join(home, 'config/secret_key.txt'), '0123456789abcdef'.repeat(4))
  return root
}

function bundled(root: string, ...args: string[]): Command {
  return {
    program: 'bundle',
    args: ['exec', ...args],
    cwd: root,
    env: {
      RAILS_ENV: 'production',
      REDMINE_INSTANCE: instance,
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
administrator's API key. An issue has tracker, workflow, custom fields, watchers and a place in a tree of issues, all
looked up or written for each request. Its issues before the measurement are made by SQL.`,
  async install() {
    if (packages.every((name) => existsSync(join('/usr/share/doc', name)))) return
    const program = join(tools, 'install.sh')
    if (process.getuid?.() !== 0) throw new Error(`run ${program} as root`)
    await runCommand({ program, args: [], cwd: tools })
  },
  async prepare(place) {
    const root = copyProgram(place)
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
    const issue = { project_id: instance, subject, description }
    const create = { method: 'POST', path: '/issues.json', body: { issue } } as const
    return {
      ...caller,
      create,
      list: { method: 'GET', path: `/issues.json?project_id=${instance}&limit=${PAGE}` },
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
