// `task-service user …` beside a running service, and the user that an installation begins with.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import { dashboardOf } from '../harness/dashboard/dashboard.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  type Service,
  startService,
  UI_PASSWORD,
} from '../harness/service.ts'
import { type Outcome, runCommand } from '../operate/run-command.ts'
import { send } from '../operate/send.ts'
import { until } from '../operate/until.ts'

let database: TestDatabase
let api: LocalApi

before(async () => {
  database = await createDatabase()
  api = await buildLocalApi({ databaseUrl: database.url, env: { SERVICE_ACP_HOST: HOST_SUFFIX } })
})

after(async () => {
  await api.stop()
  await database.drop()
})

function run(args: readonly string[], stdin?: string): Promise<Outcome> {
  return runCommand(args, { DATABASE_URL: database.url }, stdin)
}

async function done(...args: string[]): Promise<Record<string, unknown>> {
  const outcome = await run([...args, '--json'])
  assert.equal(outcome.code, 0, outcome.stderr)
  return outcome.json()
}

async function signIn(username: string, password: unknown, slug = 'default') {
  const person = { id: '', username, password: String(password) }
  return dashboardOf(api, { host: `${slug}.${HOST_SUFFIX}` }, person)('/ui/api/me')
}

const opens = async (username: string, password: unknown, slug?: string) =>
  (await signIn(username, password, slug)).statusCode === 200

describe('user add, list and password', () => {
  test('print a password once, which must be changed', async () => {
    const { password } = await done('user', 'add', 'Ada', '--name', 'Ada Lovelace')
    assert.match(String(password), /^\w{5}(-\w{5}){3}$/)
    const me = (await signIn('ada', password)).json()['user'] as Record<string, unknown>
    assert.equal(me['must_change_password'], true)
    const list = await run(['user', 'list'])
    assert.match(list.stdout, /^ada +Ada Lovelace +must change password +\S+$/m)
    assert.ok(!list.stdout.includes(String(password)))
    const words = await run(['user', 'password', 'ada'])
    const [, next] = /^Password \(shown only once\): (\S+)$/m.exec(words.stdout) ?? []
    assert.equal(await opens('ada', next), true)
    await until('the old one is refused', async () => !(await opens('ada', password)))
  })

  test('take a password from standard input, and only a good one', async () => {
    const chosen = 'four unrelated ponds'
    const added = await run(['user', 'add', 'bob', '--stdin', '--json'], `${chosen}\n`)
    assert.equal(added.code, 0, added.stderr)
    assert.ok(!added.stdout.includes(chosen))
    assert.equal(await opens('bob', chosen), true)
    const weak = await run(['user', 'password', 'bob', '--stdin'], 'Password1234!\n')
    assert.equal(weak.code, exitCodes.usage.code)
    assert.match(weak.stderr, /commonly used password/)
    assert.ok(!weak.stderr.includes('Password1234!'))
  })

  test('reject a name that is taken, unknown or invalid', async () => {
    await done('user', 'add', 'cleo')
    const outcomes = await Promise.all([
      run(['user', 'add', 'CLEO']),
      run(['user', 'password', 'unknown']),
      run(['user', 'disable', 'unknown']),
      run(['user', 'list', '--tenant', 'nowhere']),
    ])
    for (const { code } of outcomes) assert.equal(code, exitCodes.not_found.code)
    assert.equal((await run(['user', 'add', 'a:b'])).code, exitCodes.usage.code)
  })
})

test('user disable and enable take effect on the running service', async () => {
  await done('user', 'add', 'dora')
  const { password } = await done('user', 'add', 'edna')
  assert.equal(await opens('edna', password), true)
  assert.match((await run(['user', 'disable', 'edna'])).stdout, /edna can no longer sign in/)
  await until('it is noticed', async () => !(await opens('edna', password)))
  await done('user', 'enable', 'edna')
  await until('it is noticed', () => opens('edna', password))
})

test('user reset-link gives a way in that works once', async () => {
  await done('user', 'add', 'fay')
  const { link } = await done('user', 'reset-link', 'fay')
  const token = String(link).split('#token=')[1]
  const visitor = dashboardOf(api, { host: `default.${HOST_SUFFIX}` })
  const body = { token, password: 'seven quiet lanterns' }
  assert.equal((await visitor('/ui/reset', { method: 'POST', body })).statusCode, 204)
  assert.equal(await opens('fay', 'seven quiet lanterns'), true)
  const env = { DATABASE_URL: database.url, SERVICE_ACP_PUBLIC_URL: 'https://example.com/work' }
  const outcome = await runCommand(['user', 'reset-link', 'fay'], env)
  assert.match(outcome.stdout, /^https:\/\/example\.com\/work\/ui\/reset#token=/m)
})

test('tenant create prints a user who can sign in there', async () => {
  const { dashboard } = await done('tenant', 'create', 'globex')
  const { username, password } = dashboard as { username: string; password: string }
  assert.equal(await opens(username, password, 'globex'), true)
  assert.equal(await opens(username, password), false)
})

const printed = (service: Service) => /Password: {2}(\S+)/.exec(service.errors())?.[1]

const status = async (service: Service, pair: string) => {
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  return (await send(`${service.url}/ui/api/me`, { headers: { authorization } })).status
}

describe('the first start', () => {
  const open: (() => Promise<unknown>)[] = []
  after(() => Promise.all(open.map((close) => close())))

  async function start(env: Record<string, string>, count = 1): Promise<Service[]> {
    const own = await createDatabase()
    const services = await Promise.all(
      Array.from({ length: count }, () => startService({ databaseUrl: own.url, env })),
    )
    open.push(async () => {
      await Promise.all(services.map((service) => service.stop()))
      await own.drop()
    })
    return services
  }

  test('makes a user and prints the password, in one of the processes that start together', async () => {
    const services = await start({ SERVICE_ACP_UI_PASSWORD: '' }, 3)
    const found = services.map(printed).filter((text) => text !== undefined)
    assert.equal(found.length, 1)
    for (const service of services) {
      assert.equal(await status(service, `admin:${found[0]}`), 200)
      assert.ok(!JSON.stringify(service.log).includes(String(found[0])), 'not in the log')
    }
  })

  test('takes the user of the environment, and never again', async () => {
    const env = { SERVICE_ACP_UI_USERNAME: 'Ops' }
    const [service] = await start(env)
    assert.ok(service)
    assert.equal(service.errors(), '')
    assert.equal(await status(service, `ops:${UI_PASSWORD}`), 200)
    assert.ok(!JSON.stringify(service.log).includes(UI_PASSWORD))
  })

  test('rejects a common password', async () => {
    const env = { SERVICE_ACP_UI_PASSWORD: 'Password1234!' }
    await assert.rejects(
      start(env),
      /SERVICE_ACP_UI_PASSWORD is not accepted: .* commonly used password/,
    )
  })
})
