// Setting up an installation: `init --out`, the URL that `tenant create` prints, and the cause of a failed connection.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseEnv } from 'node:util'
import { exitCodes } from '../../../server/src/commands/exit-codes.ts'
import { withAdmin } from '../../harness/admin-client.ts'
import {
  createDatabase,
  type EmptyDatabase,
  emptyDatabase,
  type TestDatabase,
} from '../../harness/database.ts'
import { serviceEnv } from '../../harness/service.ts'
import { type Outcome, runCommand } from '../run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'task-service-setup-'))
let empty: EmptyDatabase
let migrated: TestDatabase

before(async () => {
  empty = await emptyDatabase()
  migrated = await createDatabase()
})

after(async () => {
  await Promise.all([empty.drop(), migrated.drop()])
  rmSync(folder, { recursive: true })
})

function assertExit({ code, stdout, stderr }: Outcome, name: keyof typeof exitCodes): void {
  assert.equal(code, exitCodes[name].code, `${stdout}\n${stderr}`)
}

/** The URL with other parts. */
function changed(url: string, change: (parts: URL) => void): string {
  const parts = new URL(url)
  change(parts)
  return parts.href
}

/** Answers every login as PostgreSQL does; the server of the tests trusts everyone. */
async function startRejecting(code: string, message: string) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from([0x45, 0, 0, 0, 0])
  head.writeInt32BE(fields.length + 4, 1)
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([head, fields])))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number } // it listens on a port
  return { port, close: () => void server.close() }
}

describe('init --out', () => {
  test('tests the database, writes a private file, and prints the next commands', async () => {
    const file = join(folder, 'first.env')
    const outcome = await runCommand([
      'init',
      '--out',
      file,
      '--local',
      '--database-url',
      empty.url,
    ])
    assertExit(outcome, 'ok')
    assert.match(outcome.stdout, /The database responds: PostgreSQL 1\d/)
    assert.match(outcome.stdout, /npm start/)
    assert.match(outcome.stdout, /task-service -- demo/)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const values = parseEnv(readFileSync(file, 'utf8'))
    assert.equal(values['SERVICE_ACP_EGRESS_ALLOW'], '127.0.0.0/8,::1')
    for (const secret of ['API_KEY', 'MASTER_KEY', 'UI_PASSWORD']) {
      const value = values[`SERVICE_ACP_${secret}`] ?? ''
      assert.ok(
        value.length > 10 && !outcome.stdout.includes(value),
        `${secret} is only in the file`,
      )
    }
  })

  test('never overwrites a file', async () => {
    const file = join(folder, 'kept.env')
    writeFileSync(file, 'KEPT=1\n')
    const outcome = await runCommand(['init', '--out', file, '--database-url', empty.url])
    assertExit(outcome, 'usage')
    assert.match(outcome.stderr, /already exists/)
    assert.equal(readFileSync(file, 'utf8'), 'KEPT=1\n')
  })

  test('writes nothing if the database cannot be used, unless the test is left out', async () => {
    const file = join(folder, 'untested.env')
    const url = changed(empty.url, (parts) => void (parts.pathname = '/no_such_database'))
    const args = ['init', '--out', file, '--database-url', url]
    const outcome = await runCommand(args)
    assertExit(outcome, 'database')
    assert.match(outcome.stderr, /database no_such_database does not exist/)
    assert.match(outcome.stderr, /create database "no_such_database"/)
    assert.throws(() => statSync(file))
    assertExit(await runCommand([...args, '--no-test']), 'ok')
    assert.ok(statSync(file).size > 0)
  })

  test('names missing permissions', async () => {
    const name = `plain_${Date.now()}`
    await withAdmin(empty.superuserUrl, (admin) =>
      admin.query(`create role ${name} login password 'plain'`),
    )
    const url = changed(empty.url, (parts) => {
      parts.username = name
      parts.password = 'plain'
    })
    const file = join(folder, 'plain.env')
    const outcome = await runCommand(['init', '--out', file, '--database-url', url])
    await withAdmin(empty.superuserUrl, (admin) => admin.query(`drop role ${name}`))
    assertExit(outcome, 'database')
    assert.match(outcome.stderr, /does not have the permissions it needs/)
    assert.match(outcome.stderr, /createrole/)
  })
})

const create = (slug: string, env: Record<string, string>, ...args: string[]) =>
  runCommand(['tenant', 'create', slug, ...args], { DATABASE_URL: migrated.url, ...env })

describe('tenant create', () => {
  test('warns that nothing reaches the tenant without a host', async () => {
    const outcome = await create('alone', {})
    assertExit(outcome, 'ok')
    assert.match(outcome.stdout, /Warning: SERVICE_ACP_HOST is not set/)
    assert.match(outcome.stdout, /http:\/\/alone\.localhost:8001\//)
    const json = (await create('alone-too', {}, '--json')).json()
    assert.equal(json['url'], null)
    assert.match(String(json['warning']), /SERVICE_ACP_HOST/)
  })

  test('prints the URL of the tenant', async () => {
    const local = { SERVICE_ACP_HOST: 'localhost', SERVICE_ACP_PORT: '9123' }
    assert.equal((await create('one', local, '--json')).json()['url'], 'http://one.localhost:9123/')
    const shared = { SERVICE_ACP_HOST: 'tasks.example.com' }
    const outcome = await create('two', shared)
    assert.match(outcome.stdout, /^URL: https:\/\/two\.tasks\.example\.com\/ /m)
    assert.ok(!outcome.stdout.includes('Warning'))
  })
})

async function causeOf(url: string): Promise<{ cause: unknown; fix: string }> {
  const env = { ...serviceEnv({ databaseUrl: url }) }
  const outcome = await runCommand(['doctor', '--json'], env)
  assertExit(outcome, 'unhealthy')
  const { findings } = outcome.json() as { findings: Record<string, unknown>[] } // its own output
  const finding = findings.find(({ check }) => check === 'database') ?? {}
  assert.ok(!JSON.stringify(finding).includes('wrong-secret'), 'no password is printed')
  return { cause: finding['cause'], fix: String(finding['fix']) }
}

describe('doctor', () => {
  test('distinguishes why it cannot connect', async () => {
    const cases: [string, (url: URL) => void][] = [
      ['no_database', (url) => void (url.pathname = '/no_such_database')],
      ['unreachable', (url) => void (url.port = '1')],
      ['unknown_host', (url) => void (url.hostname = 'no-such-host.invalid')],
      ['tls_unsupported', (url) => url.searchParams.set('sslmode', 'require')],
    ]
    const found = await Promise.all(
      cases.map(async ([, change]) => (await causeOf(changed(empty.url, change))).cause),
    )
    assert.deepEqual(
      found,
      cases.map(([cause]) => cause),
    )
  })

  test('distinguishes why the server rejects the login', async () => {
    const rejections: [string, string, string][] = [
      ['wrong_password', '28P01', 'password authentication failed for user "tasks"'],
      ['login_rejected', '28000', 'role "tasks" does not exist'],
      ['tls_required', '28000', 'no pg_hba.conf entry for host "::1", no encryption'],
      ['no_permission', '42501', 'permission denied for database "tasks"'],
      ['too_many_connections', '53300', 'sorry, too many clients already'],
      ['starting', '57P03', 'the database system is starting up'],
    ]
    const found = await Promise.all(
      rejections.map(async ([, code, message]) => {
        const server = await startRejecting(code, message)
        const url = `postgres://tasks:wrong-secret@127.0.0.1:${server.port}/tasks`
        return (await causeOf(url).finally(server.close)).cause
      }),
    )
    assert.deepEqual(
      found,
      rejections.map(([cause]) => cause),
    )
  })

  test('says that a server does not respond', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const { port } = silent.address() as { port: number } // it listens on a port
    const { cause, fix } = await causeOf(
      changed(empty.url, (url) => void (url.port = String(port))),
    )
    silent.close()
    assert.equal(cause, 'timeout')
    assert.match(fix, /firewalls/)
  })

  test('says that the database is not migrated', async () => {
    const outcome = await runCommand(['doctor'], {
      ...serviceEnv({ databaseUrl: empty.url }),
      SERVICE_ACP_DB_ROLE_PREFIX: empty.rolePrefix,
    })
    assertExit(outcome, 'unhealthy')
    assert.match(outcome.stdout, /FAIL schema: /)
    assert.match(outcome.stdout, /task-service migrate/)
  })
})
