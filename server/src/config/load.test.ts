import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import { generateApiKey } from '#crypto/api-key.ts'
import type { Secret } from '#crypto/secret.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { type Environment, loadConfig } from './load.ts'
import { entries, type Need } from './schema.ts'

const all = ['database', 'api', 'master'] as const
const directory = mkdtempSync(join(tmpdir(), 'config-'))
after(() => rmSync(directory, { recursive: true }))

const password = 'canary-password-7d1f'
const secrets = {
  DATABASE_URL: `postgres://user:${password}@db.example:5432/tasks`,
  SERVICE_ACP_API_KEY: generateApiKey(),
  SERVICE_ACP_MASTER_KEY: randomBytes(32).toString('base64'),
}

function load(more: Environment = {}): Config {
  return loadConfig({ needs: all, env: { ...secrets, ...more } })
}

function findErrors(env: Environment, needs: readonly Need[] = all): ConfigError {
  try {
    loadConfig({ needs, env })
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error
  }
  return assert.fail('no mistake was found')
}

function assertError(more: Environment, expected: RegExp): void {
  const { errors, message } = findErrors({ ...secrets, ...more })
  assert.equal(errors.length, 1, message)
  assert.match(message, expected)
}

function write(name: string, content: string): string {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

test('three secrets are enough; everything else has its documented default', () => {
  const config = load()
  assert.equal(config.database.url.reveal(), secrets.DATABASE_URL)
  assert.equal(config.keys.api.reveal(), secrets.SERVICE_ACP_API_KEY)
  assert.deepEqual(
    config.keys.master.reveal(),
    Buffer.from(secrets.SERVICE_ACP_MASTER_KEY, 'base64'),
  )
  assert.equal(config.keys.apiPrevious, null)
  assert.equal(config.keys.masterPrevious, null)
  assert.deepEqual(config.http, {
    port: 8001,
    bind: '0.0.0.0',
    hostSuffix: null,
    publicUrl: null,
    basePath: '',
    trustedProxies: [],
    shutdownGraceMs: 8000,
    hstsMs: null,
  })
  assert.deepEqual(config.egress, {
    allow: [],
    deny: [],
    plainHttp: 'allowed-networks',
    proxy: null,
    proxyTarget: 'address',
    noProxy: [],
  })
  const day = 86_400_000
  assert.deepEqual(config.retention, {
    idempotencyMs: day,
    eventMs: 90 * day,
    deliveryMs: 30 * day,
    auditMs: 400 * day,
  })
  assert.deepEqual(config.dashboard, { username: 'admin', password: null, directory: null })
  assert.deepEqual(config.log, { level: 'info', format: 'auto' })
  assert.deepEqual(config.metrics, { port: null })
  assert.deepEqual(config.warnings, [])
})

test('every limit has its documented default', () => {
  assert.deepEqual(load().limits, {
    requestsPerMinute: 12_000,
    failedKeysPerMinute: 600,
    bodyBytes: 1_048_576,
    bodyMemoryBytes: 48 * 2 ** 20,
    unauthenticatedBodyMemoryBytes: 32 * 2 ** 20,
    unauthenticatedBodyMs: 10_000,
    responseMemoryBytes: 96 * 2 ** 20,
    pageBytes: 4 * 2 ** 20,
    taskBytes: 2 ** 20,
    attachmentBytes: 25 * 2 ** 20,
    attachmentStorageBytes: 5 * 2 ** 30,
    attachmentMemoryBytes: 64 * 2 ** 20,
    connections: 10_000,
    inFlight: 1000,
    eventLoopDelayMs: 1000,
    streams: 100,
    webhooks: 50,
    templates: 200,
    schedules: 200,
    imports: 10,
    importStorageBytes: 2 ** 30,
    integrations: 20,
    connectors: 20,
    streamDurationMs: 3_600_000,
    guessesPerHour: 500,
  })
})

function reveal({ database, keys, ...rest }: Config): string {
  const held: readonly (Secret | Secret<Uint8Array> | null)[] = [
    rest.egress.proxy,
    rest.dashboard.password,
    rest.bucket?.accessKey ?? null,
    rest.bucket?.secretKey ?? null,
    rest.mail?.url ?? null,
    database.url,
    database.directUrl,
    database.replica?.url ?? null,
    ...Object.values(keys),
  ]
  return inspect([rest, database, held.map((secret) => secret?.reveal())], { depth: null })
}

const bucket = {
  SERVICE_ACP_BUCKET: 'files',
  SERVICE_ACP_BUCKET_ACCESS_KEY: 'an-id',
  SERVICE_ACP_BUCKET_SECRET_KEY: 'a-secret',
}

const mail = {
  SERVICE_ACP_SMTP_URL: 'smtps://user:p%40ss@mail.example',
  SERVICE_ACP_SMTP_FROM: 'Tasks <tasks@example.com>',
  SERVICE_ACP_PUBLIC_URL: 'https://tasks.example.com',
}

test('every variable of the schema reaches the configuration', () => {
  const other: Record<string, string> = {
    DATABASE_URL: 'postgres://other.example/tasks',
    SERVICE_ACP_DB_ROLE_PREFIX: 'other',
    SERVICE_ACP_DB_POOLER: 'transaction',
    SERVICE_ACP_DB_REPLICA_URL: 'postgres://other.example/tasks',
    SERVICE_ACP_BIND: '127.0.0.1',
    SERVICE_ACP_UI_PASSWORD: 'four unrelated ponds',
    SERVICE_ACP_LOG_LEVEL: 'debug',
    SERVICE_ACP_LOG_FORMAT: 'json',
    SERVICE_ACP_MASTER_KEY: randomBytes(32).toString('hex'),
    SERVICE_ACP_MASTER_KEY_PREVIOUS: randomBytes(32).toString('hex'),
    SERVICE_ACP_MOVE_TARGET_MASTER_KEY: randomBytes(32).toString('hex'),
    SERVICE_ACP_API_KEY: generateApiKey(),
    SERVICE_ACP_API_KEY_PREVIOUS: generateApiKey(),
    SERVICE_ACP_METRICS_PORT: '9464',
    SERVICE_ACP_TRUSTED_PROXIES: '10.0.0.0/8',
    SERVICE_ACP_EGRESS_DENY: '2001:db8::/32',
    SERVICE_ACP_EGRESS_PLAIN_HTTP: 'never',
    SERVICE_ACP_EGRESS_PROXY: 'http://proxy.example:3128',
    SERVICE_ACP_EGRESS_PROXY_TARGET: 'name',
    SERVICE_ACP_EGRESS_NO_PROXY: 'lan.example',
    SERVICE_ACP_BUCKET_ENDPOINT: 'https://store.example',
    SERVICE_ACP_BUCKET_PATH_STYLE: 'false',
    SERVICE_ACP_SMTP_URL: 'smtp://other.example',
    SERVICE_ACP_SMTP_FROM: 'other@example.com',
    SERVICE_ACP_PUBLIC_URL: 'https://other.example.com',
  }
  const parts = { ...bucket, ...mail, SERVICE_ACP_DB_REPLICA_URL: secrets.DATABASE_URL }
  const usual = reveal(load(parts))
  for (const [name, variable] of entries) {
    const text = other[name] ?? variable.max ?? variable.example ?? '8002'
    assert.notEqual(
      reveal(load({ ...parts, [name]: text })),
      usual,
      `${name}=${text} changes nothing`,
    )
  }
})

test('migrations use the database itself, or nothing when only the pooler is known', () => {
  assert.equal(load().database.directUrl?.reveal(), secrets.DATABASE_URL)
  const pooled = { SERVICE_ACP_DB_POOLER: 'transaction' }
  assert.equal(load(pooled).database.directUrl, null)
  const behind = { ...pooled, SERVICE_ACP_DB_DIRECT_URL: 'postgres://db.example/tasks' }
  assert.equal(load(behind).database.directUrl?.reveal(), 'postgres://db.example/tasks')
})

test('the proxy of the environment is used, unless it is named or switched off here', () => {
  const ambient = { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://ambient:3128' }
  assert.equal(load(ambient).egress.proxy?.reveal(), 'http://ambient:3128/')
  assert.equal(load({ https_proxy: 'http://small:1' }).egress.proxy?.reveal(), 'http://small:1/')
  const own = { ...ambient, SERVICE_ACP_EGRESS_PROXY: 'https://user:pass@own:3129' }
  assert.equal(load(own).egress.proxy?.reveal(), 'https://user:pass@own:3129/')
  const file = { ...ambient, SERVICE_ACP_EGRESS_PROXY_FILE: write('proxy', 'http://filed:1') }
  assert.equal(load(file).egress.proxy?.reveal(), 'http://filed:1/')
  assert.equal(load({ ...ambient, SERVICE_ACP_EGRESS_PROXY: 'off' }).egress.proxy, null)
  assert.deepEqual(load({ NO_PROXY: 'a.example, .b' }).egress.noProxy, ['a.example', '.b'])
  assertError({ HTTPS_PROXY: 'socks5://a:1080' }, /HTTPS_PROXY is not the URL of an HTTP/)
})

test('an allow-list that allows everything is refused', () => {
  for (const list of ['0.0.0.0/0', '10.0.0.0/8,::/0', '0.0.0.0/00']) {
    assertError({ SERVICE_ACP_EGRESS_ALLOW: list }, /SERVICE_ACP_EGRESS_ALLOW allows every/)
  }
  assert.deepEqual(load({ SERVICE_ACP_EGRESS_ALLOW: '10.0.0.0/8' }).egress.allow, ['10.0.0.0/8'])
})

const basePath = (more: Environment) => load(more).http.basePath

test('the path in front of ours comes from the public address, or is named', () => {
  assert.equal(basePath({ SERVICE_ACP_PUBLIC_URL: 'https://example.com' }), '')
  assert.equal(basePath({ SERVICE_ACP_PUBLIC_URL: 'https://example.com/work/' }), '/work')
  assert.equal(basePath({ SERVICE_ACP_BASE_PATH: '/a/b' }), '/a/b')
  const both = {
    SERVICE_ACP_PUBLIC_URL: 'https://example.com/work',
    SERVICE_ACP_BASE_PATH: '/work',
  }
  assert.equal(basePath(both), '/work')
  assertError(
    { ...both, SERVICE_ACP_BASE_PATH: '/play' },
    /differs from the path of SERVICE_ACP_PUBLIC/,
  )
  for (const path of ['work', '/', '/work/', '/api', '/ui/x', '/a?b', '/a b', '/readyz']) {
    assertError({ SERVICE_ACP_BASE_PATH: path }, /SERVICE_ACP_BASE_PATH is not valid/)
  }
})

test('a password of the dashboard is long enough to be one', () => {
  assertError({ SERVICE_ACP_UI_PASSWORD: 'elevenchars' }, /has 11 characters. Use 12 to 256/)
  assertError({ SERVICE_ACP_UI_PASSWORD: 'with a\u0007 bell in it' }, /control characters/)
})

test('limits and retention can be switched off', () => {
  const off = entries.filter(([, variable]) => variable.off)
  const { limits, retention, metrics } = load(
    Object.fromEntries(off.map(([name]) => [name, 'off'])),
  )
  assert.deepEqual(limits, {
    requestsPerMinute: null,
    failedKeysPerMinute: null,
    bodyBytes: 1_048_576,
    bodyMemoryBytes: null,
    unauthenticatedBodyMemoryBytes: null,
    unauthenticatedBodyMs: null,
    responseMemoryBytes: null,
    pageBytes: null,
    taskBytes: null,
    attachmentBytes: 25 * 2 ** 20,
    attachmentStorageBytes: null,
    attachmentMemoryBytes: 64 * 2 ** 20,
    connections: null,
    inFlight: null,
    eventLoopDelayMs: null,
    streams: null,
    webhooks: null,
    templates: null,
    schedules: null,
    imports: null,
    importStorageBytes: null,
    integrations: null,
    connectors: null,
    streamDurationMs: null,
    guessesPerHour: null,
  })
  assert.equal(retention.eventMs, null)
  assert.equal(retention.auditMs, null)
  assert.equal(metrics.port, null)
})

test('PORT is used when SERVICE_ACP_PORT is unset, and named when it is wrong', () => {
  assert.equal(load({ PORT: '8080' }).http.port, 8080)
  assert.equal(load({ PORT: '8080', SERVICE_ACP_PORT: '' }).http.port, 8080)
  assert.equal(load({ PORT: '8080', SERVICE_ACP_PORT: '9000' }).http.port, 9000)
  assertError({ PORT: 'x' }, / - PORT is not a port \(found "x"\)/)
})

test('values are trimmed and empty ones count as unset', () => {
  const config = load({ SERVICE_ACP_PORT: ' 9000 ', SERVICE_ACP_HOST: '', SERVICE_ACP_BIND: ' ' })
  assert.equal(config.http.port, 9000)
  assert.equal(config.http.hostSuffix, null)
  assert.equal(config.http.bind, '0.0.0.0')
  assert.equal(load({ SERVICE_ACP_API_KEY_PREVIOUS: '' }).keys.apiPrevious, null)
})

test('all errors are reported at once, each with its fix', () => {
  const { errors, message } = findErrors({
    SERVICE_ACP_API_KEY: '',
    SERVICE_ACP_MASTER_KEY: 'c2hvcnQ=',
    SERVICE_ACP_PORT: '80o1',
    SERVICE_ACP_LIMIT_BODY_BYTES: '1MB',
    SERVICE_ACP_LOG_LEVEL: 'loud',
    SERVICE_ACP_SHUTDOWN_GRACE: '8',
    SERVICE_ACP_PROT: '8001',
  })
  const expected = [
    'SERVICE_ACP_PROT',
    'DATABASE_URL',
    'SERVICE_ACP_API_KEY',
    'SERVICE_ACP_MASTER_KEY',
    'SERVICE_ACP_PORT',
    'SERVICE_ACP_SHUTDOWN_GRACE',
    'SERVICE_ACP_LIMIT_BODY_BYTES',
    'SERVICE_ACP_LOG_LEVEL',
  ]
  assert.deepEqual(errors.map(({ variable }) => variable).toSorted(), expected.toSorted())
  assert.match(message, /^The configuration has 8 errors:\n/)
  assert.equal(message.split('\n').length, 9)
  for (const { variable, problem, remedy } of errors) {
    assert.ok(message.includes(`  - ${variable} ${problem}. ${remedy}`))
    assert.match(remedy, /\.$/)
  }
  assert.match(message, /SERVICE_ACP_API_KEY is not set\. Run `task-service init`/)
  assert.match(
    message,
    /DATABASE_URL is not set\. Set it to .*, or set DATABASE_URL_FILE to the path of a file/,
  )
})

test('an unknown SERVICE_ACP_ variable is a mistake that names the nearest known one', () => {
  assertError({ SERVICE_ACP_PROT: '1' }, /SERVICE_ACP_PROT .* Did you mean SERVICE_ACP_PORT\?/)
  assertError({ SERVICE_ACP_APIKEY: 'x' }, /Did you mean SERVICE_ACP_API_KEY\?/)
  assertError({ SERVICE_ACP_MASTERKEY_FILE: 'x' }, /Did you mean SERVICE_ACP_MASTER_KEY_FILE\?/)
  assertError({ service_acp_port: '1' }, /service_acp_port .* Did you mean SERVICE_ACP_PORT\?/)
  assertError({ SERVICE_ACP_LIMIT_BODY: '' }, /SERVICE_ACP_LIMIT_BODY is not a known variable/)
  assertError({ SERVICE_ACP_BASIC_AUTH_ACTIVE: 'true' }, /Remove it; every variable is listed/)
  assertError({ SERVICE_ACP_PORT_FILE: '/x' }, /Only secrets .* set SERVICE_ACP_PORT itself/)
  assertError({ SERVICE_ACP_PORT_8001_TCP: 'tcp://10.0.0.1' }, /enableServiceLinks: false/)
  assertError({ 'SERVICE_ACP_X\n  - forged': '1' }, /SERVICE_ACP_X\?\?\?-\?forged is not/)
})

test('variables of others are left alone', () => {
  assert.doesNotThrow(() =>
    load({ OTEL_EXPORTER_OTLP_ENDPOINT: 'x', NODE_ENV: 'test', SERVICE_NAME: 'x', HOST: 'x' }),
  )
})

test('each secret can come from a file, without the line break at its end', () => {
  const previous = { SERVICE_ACP_API_KEY_PREVIOUS: generateApiKey() }
  const masterPrevious = { SERVICE_ACP_MASTER_KEY_PREVIOUS: randomBytes(32).toString('hex') }
  const aroundPooler = { SERVICE_ACP_DB_DIRECT_URL: secrets.DATABASE_URL }
  const replica = { SERVICE_ACP_DB_REPLICA_URL: secrets.DATABASE_URL }
  const proxy = { SERVICE_ACP_EGRESS_PROXY: 'http://user:pass@proxy.example:3128' }
  const dashboard = { SERVICE_ACP_UI_PASSWORD: 'four unrelated ponds' }
  const fleet = {
    SERVICE_ACP_DIRECTORY_URL: 'postgres://fleet@directory.example/fleet',
    SERVICE_ACP_MOVE_SOURCE_URL: 'postgres://postgres@source.example/tasks',
    SERVICE_ACP_MOVE_TARGET_URL: 'postgres://postgres@target.example/tasks',
    SERVICE_ACP_MOVE_REPLICATION_URL: 'postgres://postgres@replication.example/tasks',
    SERVICE_ACP_MOVE_TARGET_MASTER_KEY: randomBytes(32).toString('hex'),
  }
  const { SERVICE_ACP_BUCKET: files, ...bucketKeys } = bucket
  const { SERVICE_ACP_SMTP_URL: smtp, ...mailOnly } = mail
  const others = { SERVICE_ACP_BUCKET: files, ...mailOnly }
  const more = {
    ...aroundPooler,
    ...replica,
    ...proxy,
    ...dashboard,
    ...fleet,
    ...bucketKeys,
    SERVICE_ACP_SMTP_URL: smtp,
  }
  const direct = { ...secrets, ...previous, ...masterPrevious, ...more }
  const names = entries.filter(([, { secret }]) => secret).map(([name]) => name)
  assert.deepEqual(Object.keys(direct).toSorted(), names.toSorted())

  for (const ending of ['', '\n', '\r\n', '\n\n']) {
    const env = Object.fromEntries(
      Object.entries(direct).map(([name, text]) => [`${name}_FILE`, write(name, text + ending)]),
    )
    const fromFiles = loadConfig({ needs: all, env: { ...others, ...env } })
    const fromEnvironment = loadConfig({ needs: all, env: { ...others, ...direct } })
    assert.equal(fromFiles.database.url.reveal(), fromEnvironment.database.url.reveal())
    assert.equal(fromFiles.keys.api.reveal(), fromEnvironment.keys.api.reveal())
    assert.equal(fromFiles.keys.apiPrevious?.reveal(), fromEnvironment.keys.apiPrevious?.reveal())
    assert.deepEqual(fromFiles.keys.master.reveal(), fromEnvironment.keys.master.reveal())
    assert.equal(fromFiles.bucket?.secretKey.reveal(), bucket.SERVICE_ACP_BUCKET_SECRET_KEY)
    assert.equal(fromFiles.dashboard.password?.reveal(), dashboard.SERVICE_ACP_UI_PASSWORD)
    assert.equal(fromFiles.fleet.directoryUrl?.reveal(), fleet.SERVICE_ACP_DIRECTORY_URL)
    assert.equal(fromFiles.move.targetUrl?.reveal(), fleet.SERVICE_ACP_MOVE_TARGET_URL)
    assert.deepEqual(
      fromFiles.keys.masterPrevious?.reveal(),
      fromEnvironment.keys.masterPrevious?.reveal(),
    )
  }
})

test('a secret in the environment and in a file is a mistake, unless one of the two is empty', () => {
  const path = write('key', generateApiKey())
  assertError(
    { SERVICE_ACP_API_KEY_FILE: path },
    /SERVICE_ACP_API_KEY and SERVICE_ACP_API_KEY_FILE are both set/,
  )
  assert.doesNotThrow(() => load({ SERVICE_ACP_API_KEY: '', SERVICE_ACP_API_KEY_FILE: path }))
  assert.doesNotThrow(() => load({ SERVICE_ACP_API_KEY_FILE: '' }))
})

function fromFile(path: string): Environment {
  return { SERVICE_ACP_MASTER_KEY: '', SERVICE_ACP_MASTER_KEY_FILE: path }
}

test('a file that is missing, unreadable, empty or wrong is named', () => {
  const missing = join(directory, 'missing')
  assertError(fromFile(missing), /SERVICE_ACP_MASTER_KEY_FILE points to ".*missing", .* \(ENOENT\)/)
  assertError(fromFile(`${directory}/`), /cannot be read \(EISDIR\)/)
  assertError(fromFile(write('empty', '\n')), /SERVICE_ACP_MASTER_KEY_FILE points to an empty file/)
  assertError(fromFile(write('short', 'abcd')), /SERVICE_ACP_MASTER_KEY_FILE is too short/)
  assertError({ SERVICE_ACP_API_KEY_PREVIOUS_FILE: missing }, /points to ".*missing"/)
})

test('a command reads only the secrets it needs', () => {
  const config = loadConfig({
    needs: ['database'],
    env: {
      DATABASE_URL: secrets.DATABASE_URL,
      SERVICE_ACP_MASTER_KEY_FILE: '/nowhere',
      SERVICE_ACP_API_KEY: secrets.SERVICE_ACP_API_KEY,
    },
  })
  assert.equal(config.database.url.reveal(), secrets.DATABASE_URL)
  assert.equal(config.keys.api, null)
  assert.equal(config.keys.master, null)
  assert.equal(findErrors({}, ['database']).errors.length, 1)
  assert.equal(findErrors({}, ['database', 'master']).errors.length, 2)
  assert.doesNotThrow(() => loadConfig({ needs: [], env: {} }))
})

test('the type of a configuration promises what was asked for and no more', () => {
  const env = secrets
  const some = loadConfig({ needs: ['database'], env })
  // @ts-expect-error the API key was not asked for
  void (() => some.keys.api.reveal())
  const chosen = loadConfig({ needs: env.DATABASE_URL ? ['database'] : ['database', 'api'], env })
  // @ts-expect-error one of the two lists does not ask for the API key
  void (() => chosen.keys.api.reveal())
  const listed: readonly Need[] = all
  const unknown = loadConfig({ needs: listed, env })
  // @ts-expect-error a list known only at run time promises nothing
  void (() => unknown.database.url.reveal())
  const full: Config = loadConfig({ needs: all, env })
  assert.ok(full.keys.api)
})

test('keys that defeat their purpose by being equal are refused', () => {
  const { SERVICE_ACP_API_KEY: api, SERVICE_ACP_MASTER_KEY: master } = secrets
  assertError(
    { SERVICE_ACP_API_KEY_PREVIOUS: api },
    /_PREVIOUS is the same as SERVICE_ACP_API_KEY\./,
  )
  const asHex = Buffer.from(master, 'base64').toString('hex')
  assertError(
    { SERVICE_ACP_MASTER_KEY_PREVIOUS: asHex },
    /_PREVIOUS is the same as SERVICE_ACP_MASTER/,
  )
  assertError({ SERVICE_ACP_API_KEY: master }, /SERVICE_ACP_MASTER_KEY is the same as the API key/)
  assertError(
    { SERVICE_ACP_API_KEY_PREVIOUS: asHex },
    /SERVICE_ACP_MASTER_KEY is the same as the API/,
  )
})

test('the metrics port is not the port of the service', () => {
  assertError(
    { SERVICE_ACP_METRICS_PORT: '8001' },
    /SERVICE_ACP_METRICS_PORT is the same as SERVICE_ACP_PORT/,
  )
  assert.equal(load({ SERVICE_ACP_METRICS_PORT: '0', SERVICE_ACP_PORT: '0' }).metrics.port, 0)
})

test('weak keys are accepted with a warning', () => {
  const warn = (more: Environment) => load(more).warnings.map(({ variable }) => variable)
  assert.deepEqual(warn({ SERVICE_ACP_API_KEY: 'secret' }), ['SERVICE_ACP_API_KEY'])
  assert.deepEqual(warn({ SERVICE_ACP_API_KEY: '!aA0'.repeat(4).slice(1) }), [
    'SERVICE_ACP_API_KEY',
  ])
  assert.deepEqual(warn({ SERVICE_ACP_API_KEY_PREVIOUS: '1'.repeat(30) }), [
    'SERVICE_ACP_API_KEY_PREVIOUS',
  ])
  assert.deepEqual(warn({ SERVICE_ACP_API_KEY: randomBytes(16).toString('hex') }), [])
  assert.deepEqual(warn({ SERVICE_ACP_MASTER_KEY: '00'.repeat(32) }), ['SERVICE_ACP_MASTER_KEY'])
  const mistyped = `tskey_${'x'.repeat(38)}`
  assert.match(load({ SERVICE_ACP_API_KEY: mistyped }).warnings[0]?.problem ?? '', /mistyped/)
})
