// Vikunja: tasks in projects, in Go; the nearest relative.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { taskBody } from '../../lib/task-body.ts'
import type { Peer, Place, Side } from '../peer.ts'
import { type Command, runCommand } from '../peer-program.ts'
import { ask, PAGE } from '../side-tasks.ts'

const version = '2.5.0'

/** Two creates in one project at the same time give both the same index, and one of them an answer 500. */
const PROJECTS = 1_000
/** Tasks that a bulk request may create. */
const MOST_AT_ONCE = 100

const account = { username: 'bench', password: 'bench-0123456789' }

/** It is not to be had from the package registries that the project uses, so it is found and not installed. */
function findProgram(): string {
  const named = process.env['VIKUNJA_PROGRAM']
  const places = process.env['PATH']?.split(delimiter).map((folder) => join(folder, 'vikunja'))
  const program = [named, ...(places ?? [])].find((file) => file !== undefined && existsSync(file))
  if (program) return program
  throw new Error(
    `name the program of release ${version} in VIKUNJA_PROGRAM, or put it on the PATH`,
  )
}

function command({ databaseUrl, port, url, directory }: Place, ...args: string[]): Command {
  return {
    program: findProgram(),
    args,
    cwd: directory,
    env: {
      VIKUNJA_SERVICE_INTERFACE: `127.0.0.1:${port}`,
      VIKUNJA_SERVICE_PUBLICURL: `${url}/`,
      VIKUNJA_SERVICE_SECRET: '0123456789abcdef0123456789abcdef',
      VIKUNJA_SERVICE_ROOTPATH: directory,
      // As long as the measurement may take.
      VIKUNJA_SERVICE_JWTTTLSHORT: '7200',
      VIKUNJA_DATABASE_TYPE: 'postgres',
      VIKUNJA_DATABASE_HOST: databaseUrl.host,
      VIKUNJA_DATABASE_DATABASE: databaseUrl.pathname.slice(1),
      VIKUNJA_DATABASE_USER: databaseUrl.username,
      VIKUNJA_LOG_LEVEL: 'WARNING',
      VIKUNJA_LOG_HTTP: 'off',
    },
  }
}

/** The program is the reader's own, so the figures say which it was only if it is asked. */
async function refuseOtherVersions(url: string): Promise<void> {
  const path = '/api/v1/info'
  const { json } = await ask({ url, headers: {} }, { method: 'GET', path })
  const found = (json as { version: string }).version // documented answer
  if (found !== `v${version}`) throw new Error(`Vikunja is ${found} and not v${version}`)
}

async function logIn(url: string): Promise<Pick<Side, 'url' | 'headers'>> {
  const path = '/api/v1/login'
  const { json } = await ask({ url, headers: {} }, { method: 'POST', path, body: account })
  const { token } = json as { token: string } // documented answer
  return { url, headers: { Authorization: `Bearer ${token}` } }
}

const tasksOf = (project: string) => `/api/v1/projects/${project}/tasks`

async function createProjects(caller: Pick<Side, 'url' | 'headers'>): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= PROJECTS; number++) {
    const body = { title: `Bench ${number}` }
    const { json } = await ask(caller, { method: 'PUT', path: '/api/v1/projects', body })
    ids.push(String((json as { id: number }).id)) // documented answer
  }
  return ids
}

export const peer: Peer = {
  name: 'Vikunja',
  version,
  goals: { create: 3, list: 3 },
  roundSeconds: 5,
  remarks: `Its defaults, with log level warning and no access log; the rate limit is off by default. Called with the
token of a sign-in, the cheaper of its two kinds: an API token costs a PBKDF2 of 10,000 rounds in every request. A task belongs
to a project: a request also checks permissions for it, and a create finds the next index, adds the task to the four views of
the project and notifies listeners inside the process. Creates go to ${PROJECTS.toLocaleString('en-US')} projects at
random, because concurrent creates in one project fail with 500; those that still collide count as errors, not as creates.`,
  install: async () => void findProgram(),
  async prepare(place) {
    await runCommand(command(place, 'migrate'))
    const { username, password } = account
    const user = ['-u', username, '-p', password, '-e', 'bench@example.com']
    await runCommand(command(place, 'user', 'create', ...user))
    return command(place)
  },
  readyPath: '/api/v1/info',
  async connect({ url, databaseUrl }) {
    await refuseOtherVersions(url)
    const caller = await logIn(url)
    const [project = '', ...others] = await createProjects(caller)
    return {
      ...caller,
      create: { method: 'PUT', path: tasksOf(project), body: taskBody },
      createPaths: others.map(tasksOf),
      list: {
        method: 'GET',
        path: `${tasksOf(project)}?sort_by=id&order_by=desc&per_page=${PAGE}`,
      },
      titlesIn: (answer) => (answer as { title: string }[]).map((task) => task.title), // checked against the title
      table: 'tasks',
      superuserUrl: databaseUrl.href,
      async fill(count) {
        const path = `/api/v2/projects/${project}/tasks/bulk`
        for (let left = count; left > 0; left -= MOST_AT_ONCE) {
          const tasks = Array.from({ length: Math.min(left, MOST_AT_ONCE) }, () => taskBody)
          await ask(caller, { method: 'POST', path, body: { tasks } })
        }
      },
    }
  },
}
