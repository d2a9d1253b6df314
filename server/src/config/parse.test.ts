import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret } from '#crypto/secret.ts'
import { InvalidValue } from './invalid-value.ts'
import { parseValue } from './parse.ts'
import { describeDatabase } from './parse-secret.ts'
import { entries, type Variable } from './schema.ts'

function variableOf(type: Variable['type'], more: Partial<Variable> = {}): Variable {
  return { type, group: 'http', default: null, secret: false, help: '', ...more }
}

function assertAccepted(variable: Variable, cases: Readonly<Record<string, unknown>>): void {
  for (const [text, value] of Object.entries(cases)) {
    assert.deepEqual(parseValue(text, variable), value, `${variable.type}: ${text}`)
  }
}

function assertRefused(variable: Variable, texts: readonly string[]): void {
  for (const text of texts) {
    assert.throws(() => parseValue(text, variable), InvalidValue, `${variable.type}: ${text}`)
  }
}

test('every default and every example is valid, and every range can be parsed', () => {
  for (const [name, variable] of entries) {
    for (const text of [variable.default, variable.example, variable.min, variable.max]) {
      if (text != null) assert.doesNotThrow(() => parseValue(text, variable), `${name}: ${text}`)
    }
  }
})

test('whole numbers must be in range', () => {
  const variable = variableOf('integer', { min: '1', max: '10' })
  assertAccepted(variable, { '1': 1, '10': 10, '007': 7 })
  assertRefused(variable, ['0', '11', '-1', '1.5', '1e1', '0x1', 'ten', '٣', '9'.repeat(30), 'off'])
  assertAccepted(variableOf('integer', { off: true, min: '1' }), { off: null, OFF: null, '5': 5 })
})

test('durations need a unit and become milliseconds', () => {
  const variable = variableOf('duration', { min: '10ms', max: '90d' })
  assertAccepted(variable, { '10ms': 10, '30s': 30_000, '5m': 300_000, '24 h': 86_400_000 })
  assertAccepted(variable, { '90d': 7_776_000_000 })
  assertRefused(variable, [
    '30',
    '9ms',
    '91d',
    '1.5h',
    '1w',
    '-1s',
    's',
    '1S',
    '1 toString',
    '1  s',
  ])
})

test('sizes are bytes or have a binary unit', () => {
  const variable = variableOf('bytes', { min: '1KiB', max: '1GiB' })
  assertAccepted(variable, {
    '1048576': 1_048_576,
    '1MiB': 1_048_576,
    '2 KiB': 2048,
    '1024B': 1024,
  })
  // A megabyte can mean 1,000,000 or 1,048,576 bytes.
  assertRefused(variable, ['1MB', '1M', '1023', '2GiB', '', 'MiB', '-1', '1.5MiB'])
})

test('lists of hosts use the syntax of NO_PROXY', () => {
  assertAccepted(variableOf('hosts'), {
    'localhost,.lan.example  *.corp': ['localhost', '.lan.example', '*.corp'],
    '10.0.0.0/8, ::1, a.example:8080,*': ['10.0.0.0/8', '::1', 'a.example:8080', '*'],
  })
  assertRefused(variableOf('hosts'), ['http://a', 'a b/c', '10.0.0.0/33', 'a..b', 'a_*'])
})

test('booleans, networks, choices and texts', () => {
  assertAccepted(variableOf('boolean'), { true: true, '1': true, False: false, '0': false })
  assertRefused(variableOf('boolean'), ['yes', 'on', '', '2'])
  assertAccepted(variableOf('networks'), {
    '127.0.0.1': ['127.0.0.1'],
    '10.0.0.0/8, ::1 ,fd00::/8': ['10.0.0.0/8', '::1', 'fd00::/8'],
  })
  assertRefused(variableOf('networks'), [
    'a',
    'fe80::1%eth0',
    '10.0.0.0/33',
    '::1/129',
    '1.2.3.4/',
    ',',
    '::1,',
    '1.2.3.4/8/8',
  ])
  assertAccepted(variableOf('choice', { choices: ['json', 'pretty'] }), { JSON: 'json' })
  assertRefused(variableOf('choice', { choices: ['json', 'pretty'] }), ['xml', ''])
  assertAccepted(variableOf('string'), { 'any thing': 'any thing' })
})

test('the role prefix is a plain PostgreSQL name, short enough for the suffixes', () => {
  const variable = Object.fromEntries(entries)['SERVICE_ACP_DB_ROLE_PREFIX']
  assert.ok(variable)
  assertAccepted(variable, { acme_2: 'acme_2', _x: '_x', ['a'.repeat(40)]: 'a'.repeat(40) })
  assertRefused(variable, ['a'.repeat(41), '2a', 'Acme', 'a-b', 'pg_acme', 'a"; drop role x', 'ä'])
})

test('ports, and the service link that Kubernetes injects instead', () => {
  assertAccepted(variableOf('port'), { '0': 0, '8001': 8001, '65535': 65_535 })
  assertRefused(variableOf('port'), ['65536', '-1', 'http', '80.1', ' '])
  assert.throws(() => parseValue('tcp://10.0.0.1:8001', variableOf('port')), {
    name: 'InvalidValue',
    remedy: /enableServiceLinks/,
  })
})

test('service URLs are http or https, with a path but no query or fragment', () => {
  assertAccepted(variableOf('url'), {
    'https://Tasks.Example.com/': 'https://tasks.example.com',
    'http://localhost:8001/x/': 'http://localhost:8001/x',
  })
  assertRefused(variableOf('url'), [
    'tasks.example.com',
    'ftp://tasks.example.com',
    'https://user:pass@tasks.example.com',
    'https://tasks.example.com/?a=b',
    'https://tasks.example.com/?',
    'https://tasks.example.com/#top',
  ])
})

test('the host suffix is a bare name in lower case', () => {
  assertAccepted(variableOf('host'), {
    'Tasks.Example.com': 'tasks.example.com',
    localhost: 'localhost',
    'bücher.example': 'xn--bcher-kva.example',
  })
  assertRefused(variableOf('host'), [
    'https://x.example',
    'x.example:8001',
    'x.example/a',
    '*.x.example',
    '.x.example',
    'x.example.',
    'a..b',
    '-a.example',
    'a-.example',
    'a_b.example',
    'a b',
    'a\nb',
    '%41.example',
    '1.2',
    '127.0.0.1',
    '::1',
    '[::1]',
    `${'a'.repeat(64)}.example`,
    'a.'.repeat(130) + 'b',
  ])
  assert.throws(() => parseValue('0.0.0.0', variableOf('host')), { remedy: /SERVICE_ACP_BIND/ })
})

test('listening addresses are IP addresses or names', () => {
  assertAccepted(variableOf('address'), {
    '::': '::',
    '127.0.0.1': '127.0.0.1',
    localhost: 'localhost',
  })
  assertRefused(variableOf('address'), ['127.0.0.1:80', '/tmp/socket', '300.1.1.1', '*'])
})

test('the database URL is parsed, and described without user and password', () => {
  const described: Readonly<Record<string, unknown>> = {
    'postgres://u:p@db.example:6432/tasks': { host: 'db.example', port: 6432, name: 'tasks' },
    'postgresql://u:p%40%2F%23@[::1]/tasks?sslmode=require': {
      host: '[::1]',
      port: 5432,
      name: 'tasks',
    },
    'postgres://u@/tasks?host=/run/postgresql': {
      host: '/run/postgresql',
      port: 5432,
      name: 'tasks',
    },
    'postgres:///tasks': { host: 'localhost', port: 5432, name: 'tasks' },
    'postgres://u:p@%2Frun%2Fpostgresql/tasks': {
      host: '/run/postgresql',
      port: 5432,
      name: 'tasks',
    },
  }
  for (const [text, description] of Object.entries(described)) {
    const secret = parseValue(text, variableOf('postgres-url', { secret: true }))
    assert.ok(secret instanceof Secret)
    assert.equal(secret.reveal(), text)
    assert.deepEqual(describeDatabase(Secret.from(text)), description, text)
  }
})

test('an unescaped password is detected instead of becoming host, port or path', () => {
  assertRefused(variableOf('postgres-url', { secret: true }), [
    'mysql://u:p@h/d',
    'h:5432/d',
    'postgres:u',
    'postgres://u:p@h:99999/d',
    'postgres://u:a%zz@h/d',
    'postgres://u:12/ab@h/d',
    'postgres://u:12?ab@h/d',
    'postgres://u:12#ab@h/d',
    'postgres://u:a/b@h/d',
    'postgres://u:a#b@h/d',
    'postgres://u:a?b@h/d',
    'postgres://u:p@h/d#x',
  ])
})

test('a master key is at least 32 bytes in base64, base64url or hex', () => {
  const variable = variableOf('master-key', { secret: true })
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + 251) % 256))
  const texts = (['base64', 'base64url', 'hex'] as const).map((encoding) =>
    bytes.toString(encoding),
  )
  for (const text of [
    ...texts,
    texts[0]?.replace('=', '') ?? '',
    bytes.toString('hex').toUpperCase(),
  ]) {
    const secret = parseValue(text, variable)
    assert.ok(secret instanceof Secret)
    assert.deepEqual(secret.reveal(), bytes, text)
  }
  const hex = bytes.toString('hex')
  assertRefused(variable, [hex.slice(1), hex.slice(2), bytes.subarray(1).toString('base64')])
  assertRefused(variable, ['correct horse battery staple correct horse battery', 'a+_'.repeat(20)])
  assertRefused(variable, ['x'.repeat(45), `${hex} `, `${texts[0]}===`])
  assert.throws(() => parseValue('abcd', variable), { remedy: /task-service init/ })
})

test('an API key is used unchanged if a header can carry it', () => {
  const variable = variableOf('api-key', { secret: true })
  for (const text of ['k', 'my key', '!~', 'x'.repeat(500)]) {
    const secret = parseValue(text, variable)
    assert.ok(secret instanceof Secret)
    assert.equal(secret.reveal(), text)
  }
  assertRefused(variable, ['', ' key', 'key ', 'a\tb', 'a\nb', 'schlüssel', 'a\u0000b'])
})
