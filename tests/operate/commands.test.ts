// The operator's program as scripts meet it: what each command prints, in words and as JSON, and its exit code.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { parseEnv } from 'node:util'
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase, type EmptyDatabase, emptyDatabase } from '../harness/database.ts'
import { serviceEnv, startService } from '../harness/service.ts'
import { type Outcome, runCommand } from './run-command.ts'
import { send } from './send.ts'

const UNREACHABLE = 'postgres://user:secret-word@127.0.0.1:1/nowhere'

let database: EmptyDatabase
let env: Record<string, string>

before(async () => {
  database = await emptyDatabase()
  env = envOf(database)
})

after(() => database.drop())

/** With roles of its own, so that other databases on the server do not matter. */
function envOf({ url, rolePrefix }: EmptyDatabase): Record<string, string> {
  return { ...serviceEnv({ databaseUrl: url }), SERVICE_ACP_DB_ROLE_PREFIX: rolePrefix }
}

function run(command: string, changes: Record<string, string> = {}): Promise<Outcome> {
  return runCommand(command.split(' '), { ...env, ...changes })
}

function assertExit(outcome: Outcome, name: keyof typeof exitCodes): void {
  const { code, stdout, stderr } = outcome
  assert.equal(code, exitCodes[name].code, `${stdout}\n${stderr}`)
}

/** With --json a failure is one JSON object on standard error and nothing else. */
function failureOf({ stdout, stderr }: Outcome): Record<string, unknown> {
  assert.equal(stdout, '')
  return JSON.parse(stderr) as Record<string, unknown>
}

describe('init', () => {
  test('prints an environment with which serve starts and answers to the key in it', async () => {
    const empty = await emptyDatabase()
    const outcome = await run(`init --port 0 --database-url ${empty.url}`)
    assertExit(outcome, 'ok')
    assert.match(outcome.stderr, /copy of SERVICE_ACP_MASTER_KEY/)
    const made = parseEnv(outcome.stdout) as Record<string, string>
    const service = await startService({
      databaseUrl: empty.url,
      // Nothing of its own but where to listen, how to log and whose roles these are.
      env: { ...made, SERVICE_ACP_DB_ROLE_PREFIX: empty.rolePrefix },
      args: ['--migrate'],
    })
    const headers = { 'x-api-key': made['SERVICE_ACP_API_KEY'] ?? '' }
    const answer = await send(`${service.url}/api/ping`, { headers })
    assert.equal(answer.status, 200)
    assert.deepEqual(
      service.log.filter(({ level }) => Number(level) > 30),
      [],
      'no warning about weak secrets',
    )
    await service.kill()
    await empty.drop()
  })

  test('makes other secrets each time, and refuses what serve would refuse', async () => {
    const [one, two, port, host, both] = await Promise.all([
      run('init --json'),
      run('init --json --compose'),
      run('init --port many'),
      run('init --json --host https://example.com/'),
      run('init --compose --database-url postgres://elsewhere/tasks'),
    ])
    const secrets = [one, two].map((outcome) => {
      const made = parseEnv(String(outcome.json()['env']))
      return [made['SERVICE_ACP_API_KEY'], made['SERVICE_ACP_MASTER_KEY']]
    })
    assert.equal(new Set(secrets.flat()).size, 4)
    assertExit(port, 'usage')
    assertExit(both, 'usage')
    assert.match(String(two.json()['env']), /^POSTGRES_PASSWORD=\w{48}$/m)
    assertExit(host, 'config')
    assert.match(String(failureOf(host)['message']), /SERVICE_ACP_HOST/)
  })
})

describe('on an empty database', () => {
  test('serve, tenant and doctor refuse and name the command that helps', async () => {
    const [serve, list, doctor] = await Promise.all([
      run('serve'),
      run('tenant list --json'),
      run('doctor --json'),
    ])
    assertExit(serve, 'schema')
    assert.match(serve.stderr, /Run: task-service migrate/)
    assertExit(list, 'schema')
    assert.equal(failureOf(list)['error'], 'schema')
    assert.match(String(failureOf(list)['message']), /task-service migrate/)
    assertExit(doctor, 'unhealthy')
    assert.equal(findingOf(doctor, 'schema')['ok'], false)
    const { state, fix, mend } = findingOf(doctor, 'schema')
    assert.equal(state, 'fail')
    assert.match(String(fix), /task-service migrate/)
    assert.equal(mend, fix, 'the former name, for one more release')
  })

  test('migrate --roles-only makes the roles for a restore and leaves the database empty', async () => {
    const [first, again] = [
      await run('migrate --roles-only --json'),
      await run('migrate --roles-only'),
    ]
    assertExit(first, 'ok')
    const { roles } = first.json() as { roles: string[] } // checked on the next lines
    assert.ok(roles.includes(`${database.rolePrefix}_app`) && roles.length === 6)
    assert.match(again.stdout, /^The database roles exist: /)
    const { rows } = await withAdmin(database.superuserUrl, (admin) =>
      admin.query(
        `select (select count(*)::int from pg_roles where rolname = any($1)) as roles,
           (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as tables`,
        [roles],
      ),
    )
    assert.deepEqual(rows, [{ roles: 6, tables: 0 }])
  })

  test('migrate applies everything, and a second time nothing', async () => {
    const first = await run('migrate')
    assertExit(first, 'ok')
    assert.match(first.stdout, /^Applied \d+ migrations?\.\n$/)
    assert.match(first.stderr, /applied 0001_/)
    const [again, json] = await Promise.all([run('migrate'), run('migrate --json')])
    assert.equal(again.stdout, 'The schema is up to date.\n')
    assert.deepEqual(json.json(), { applied: [] })
    assert.equal(json.stderr, '')
  })
})

function findingOf(outcome: Outcome, check: string): Record<string, unknown> {
  const findings = outcome.json()['findings'] as Record<string, unknown>[]
  return findings.find((finding) => finding['check'] === check) ?? {}
}

describe('doctor', () => {
  test('finds a good installation healthy, in words and as JSON', async () => {
    const [words, json] = await Promise.all([run('doctor'), run('doctor --json')])
    assertExit(words, 'ok')
    assert.match(words.stdout, /All checks passed\.\n$/)
    assert.ok(!words.stdout.includes('FAIL'))
    assertExit(json, 'ok')
    assert.equal(json.json()['healthy'], true)
    for (const check of ['configuration', 'database', 'clock', 'schema', 'runtime role']) {
      assert.equal(findingOf(json, check)['ok'], true, check)
    }
  })

  test('reports each problem with a fix', async () => {
    const [unreachable, prefix, config] = await Promise.all([
      run('doctor', { DATABASE_URL: UNREACHABLE }),
      run('doctor --json', { SERVICE_ACP_DB_ROLE_PREFIX: 'no_such_prefix' }),
      run('doctor --json', { SERVICE_ACP_PORT: 'abc', SERVICE_ACP_API_KEY: '' }),
    ])
    assertExit(unreachable, 'unhealthy')
    assert.match(unreachable.stdout, /FAIL database: .*ECONNREFUSED.*\n +→ Check DATABASE_URL/)
    assert.ok(!unreachable.stdout.includes('secret-word'))
    assertExit(prefix, 'unhealthy')
    assert.match(String(findingOf(prefix, 'runtime role')['detail']), /SERVICE_ACP_DB_ROLE_PREFIX/)
    assertExit(config, 'unhealthy')
    assert.equal(findingOf(config, 'SERVICE_ACP_PORT')['ok'], false)
    assert.equal(findingOf(config, 'SERVICE_ACP_API_KEY')['ok'], false)
  })

  test('notices a runtime role that row security does not bind', async () => {
    const role = `${database.rolePrefix}_app`
    const alter = (attribute: string) =>
      withAdmin(database.superuserUrl, (admin) => admin.query(`alter role ${role} ${attribute}`))
    await alter('bypassrls')
    const doctor = await run('doctor --json')
    await alter('nobypassrls')
    assertExit(doctor, 'unhealthy')
    assert.match(
      String(findingOf(doctor, 'runtime role')['detail']),
      /not subject to row-level security/,
    )
  })
})

describe('serve refuses', () => {
  test('a schema that is newer than the program', async () => {
    const newer = await createDatabase()
    await withAdmin(newer.superuserUrl, (admin) =>
      admin.query(`insert into schema_migrations (version, name, checksum)
        select count(*) + 1, '9999_from_the_future', 'x' from schema_migrations`),
    )
    const own = serviceEnv({ databaseUrl: newer.url })
    const [serve, migrate] = await Promise.all([
      runCommand(['serve'], own),
      runCommand(['migrate', '--json'], own),
    ])
    assertExit(serve, 'schema')
    assert.match(serve.stderr, /newer than this program: it has level 00\d\d and works with/)
    assertExit(migrate, 'schema')
    await newer.drop()
  })

  test('roles that are not there, a taken port, and a role it does not have', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number } // it listens on TCP
    const [roles, busy, role] = await Promise.all([
      run('serve', { SERVICE_ACP_DB_ROLE_PREFIX: 'no_such_prefix' }),
      run('serve', { SERVICE_ACP_PORT: String(port) }),
      run('serve --role king'),
    ])
    taken.close()
    assertExit(roles, 'schema')
    assert.match(roles.stderr, /Missing database roles: no_such_prefix_app, no_such_prefix_auth/)
    assertExit(busy, 'config')
    assert.match(busy.stderr, new RegExp(`Port ${port} is already in use`))
    assertExit(role, 'usage')
  })
})

describe('mistakes', () => {
  test('of configuration are listed all at once, without the secrets', async () => {
    const wrong = {
      DATABASE_URL: 'mysql://root:secret-word@localhost/x',
      SERVICE_ACP_PORT: '70000',
      SERVICE_ACP_LOG_LEVEL: 'loud',
      SERVICE_ACP_MASTER_KEY: '',
      SERVICE_ACP_LIMIT_INFLIGHT: '5',
    }
    const [words, json] = await Promise.all([run('serve', wrong), run('serve --json', wrong)])
    for (const { stderr } of [words, json]) {
      for (const name of Object.keys(wrong)) assert.ok(stderr.includes(name), name)
      assert.ok(!stderr.includes('secret-word'))
    }
    assertExit(words, 'config')
    assert.match(words.stderr, /5 errors/)
    assert.match(words.stderr, /Did you mean SERVICE_ACP_LIMIT_IN_FLIGHT\?/)
    assertExit(json, 'config')
    assert.equal(failureOf(json)['error'], 'config')
  })

  test('a database that cannot be reached or does not exist is code 4', async () => {
    const missing = new URL(database.url)
    missing.pathname = '/no_such_database'
    const [migrate, serve, tenant] = await Promise.all([
      run('migrate --json', { DATABASE_URL: UNREACHABLE }),
      run('serve', { DATABASE_URL: UNREACHABLE }),
      run('tenant list', { DATABASE_URL: missing.href }),
    ])
    for (const outcome of [migrate, serve, tenant]) {
      assertExit(outcome, 'database')
      assert.ok(!outcome.stderr.includes('secret-word'))
    }
    assert.equal(failureOf(migrate)['error'], 'database')
    assert.match(serve.stderr, /ECONNREFUSED.*Check DATABASE_URL/)
    assert.match(tenant.stderr, /no_such_database/)
  })

  test('of the command line are code 2, also as JSON', async () => {
    const outcomes = await Promise.all([
      run('nonsense'),
      run('nonsense --json'),
      run('migrate --nonsense --json'),
      run('tenant create'),
    ])
    for (const outcome of outcomes) assertExit(outcome, 'usage')
    assert.match(outcomes[0]?.stderr ?? '', /unknown command 'nonsense'/)
    for (const outcome of outcomes.slice(1, 3)) {
      assert.deepEqual(Object.keys(failureOf(outcome)), ['error', 'message'])
      assert.equal(failureOf(outcome)['error'], 'usage')
      assert.match(String(failureOf(outcome)['message']), /^unknown (command|option) '/)
    }
  })

  test('help and version are none', async () => {
    const [help, version] = await Promise.all([run('--help'), run('--version')])
    assertExit(help, 'ok')
    for (const { code, meaning } of Object.values(exitCodes)) {
      assert.ok(help.stdout.includes(`${code}  ${meaning}`), meaning)
    }
    assertExit(version, 'ok')
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
  })
})
