import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { isWellFormedApiKey } from '#crypto/api-key.ts'
import { ConfigError } from './config-error.ts'
import { generateEnv } from './generate-env.ts'
import { loadConfig } from './load.ts'
import { renderConfigurationReference, renderEnvExample } from './reference.ts'
import { entries } from './schema.ts'

const all = ['database', 'api', 'master'] as const
const databaseUrl = 'postgres://user:password@localhost:5432/tasks'

test('every variable is listed once in .env.example, with its help and its default', () => {
  const lines = renderEnvExample().split('\n')
  for (const [name, variable] of entries) {
    const assignments = lines.filter((line) => line.replace('# ', '').startsWith(`${name}=`))
    assert.equal(assignments.length, 1, name)
    assert.ok(lines.includes(`# ${variable.help}`), name)
    if (!variable.required) {
      const expected = `# ${name}=${variable.default ?? variable.example ?? ''}`
      assert.deepEqual(assignments, [expected])
    }
  }
  assert.ok(lines.every((line) => line === line.trimEnd() && line.length <= 100))
})

test('.env.example as it is lacks only the two keys, so that no installation starts with a known secret', () => {
  assert.throws(
    () => loadConfig({ needs: all, env: parseEnvironment(renderEnvExample()) }),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.deepEqual(
        error.errors.map(({ variable, problem }) => `${variable} ${problem}`),
        ['SERVICE_ACP_API_KEY is not set', 'SERVICE_ACP_MASTER_KEY is not set'],
      )
      return true
    },
  )
})

test('.env.example with every line switched on is accepted', () => {
  const switchedOn = renderEnvExample().replaceAll(/^# (?=[A-Z_]+=)/gm, '')
  const env = parseEnvironment(switchedOn)
  const generated = parseEnvironment(generateEnv({ databaseUrl }))
  assert.ok(entries.every(([name]) => name in env))
  assert.doesNotThrow(() => loadConfig({ needs: all, env: { ...env, ...generated } }))
})

test('the page has every variable with default, secrecy and meaning', () => {
  const lines = renderConfigurationReference().split('\n')
  for (const [name, variable] of entries) {
    const secrecy = variable.secret ? 'yes' : 'no'
    const text = variable.required ? '*required*' : variable.default && `\`${variable.default}\``
    const start = `| \`${name}\` | ${text ?? ''} | ${secrecy} | `
    assert.equal(lines.filter((line) => line.startsWith(start)).length >= 1, true, start)
    assert.equal(lines.includes(`| \`${name}\` | \`${name}_FILE\` |`), variable.secret, name)
  }
  assert.ok(lines.some((line) => line.includes('`PORT` is used when this is unset')))
})

test('one table of the page has all limits', () => {
  const [, table = ''] = renderConfigurationReference().split('## All limits')
  for (const [name, { group }] of entries) {
    const limited = ['limits', 'retention', 'webhooks']
    const isLimit =
      limited.includes(group) ||
      /_(TIMEOUT|CONCURRENCY|MEMORY|RESPONSE_GRACE|TENANT_SHARE|MAX_LAG)$/.test(name)
    assert.equal(table.includes(`| \`${name}\` |`), isLimit, name)
  }
})

test('tables of the page have the same number of cells in every row', () => {
  for (const table of renderConfigurationReference().split(/\n\n/)) {
    const rows = table.split('\n').filter((line) => line.startsWith('|'))
    assert.ok(new Set(rows.map((row) => row.split('|').length)).size <= 1, table)
  }
})

test('a generated .env is complete and starts without a warning', () => {
  const env = parseEnvironment(generateEnv({ databaseUrl }))
  const config = loadConfig({ needs: all, env })
  assert.deepEqual(config.warnings, [])
  assert.equal(config.database.url.reveal(), databaseUrl)
  assert.ok(isWellFormedApiKey(config.keys.api.reveal()))
  assert.equal(config.keys.master.reveal().length, 32)
  assert.deepEqual(Object.keys(env).toSorted(), [
    'DATABASE_URL',
    'SERVICE_ACP_API_KEY',
    'SERVICE_ACP_MASTER_KEY',
    'SERVICE_ACP_UI_PASSWORD',
  ])
})

test('each generated .env has its own secrets', () => {
  const [one, two] = [generateEnv({ databaseUrl }), generateEnv({ databaseUrl })].map(
    parseEnvironment,
  )
  assert.notEqual(one?.['SERVICE_ACP_API_KEY'], two?.['SERVICE_ACP_API_KEY'])
  assert.notEqual(one?.['SERVICE_ACP_MASTER_KEY'], two?.['SERVICE_ACP_MASTER_KEY'])
})

test('a generated .env carries what was asked for', () => {
  const publicUrl = 'https://tasks.example.com/x/'
  const text = generateEnv({ databaseUrl, port: 9000, host: 'Tasks.example.com', publicUrl })
  const { http } = loadConfig({ needs: all, env: parseEnvironment(text) })
  assert.equal(http.port, 9000)
  assert.equal(http.hostSuffix, 'tasks.example.com')
  assert.equal(http.publicUrl, 'https://tasks.example.com/x')
})

test('a generated .env has a password for the dashboard, another one each time', () => {
  const passwords = [1, 2].map(() => {
    const env = parseEnvironment(generateEnv({ databaseUrl }))
    return loadConfig({ needs: all, env }).dashboard.password?.reveal()
  })
  assert.match(String(passwords[0]), /^[0-9a-z]{5}(-[0-9a-z]{5}){3}$/)
  assert.notEqual(passwords[0], passwords[1])
})

test('characters that readers of .env files treat differently are written in a way all agree on', () => {
  const special = `postgres://user:a$b'c"d e\\f\`gé!@localhost/tasks`
  const line = /^DATABASE_URL=(.*)$/m.exec(generateEnv({ databaseUrl: special }))?.[1] ?? ''
  assert.match(line, /^[\w:/@%.]+$/)
  const expected = special.replace('postgres://user:', '').replace('@localhost/tasks', '')
  assert.equal(decodeURIComponent(new URL(line).password), expected)
})

test('nothing given can smuggle a line into the file', () => {
  const evil = '\nSERVICE_ACP_BIND=6.6.6.6'
  const texts = [
    () => generateEnv({ databaseUrl: databaseUrl + evil }),
    () => generateEnv({ databaseUrl, host: `tasks.example${evil}` }),
    () => generateEnv({ databaseUrl, publicUrl: `https://tasks.example/${evil}` }),
  ]
  for (const text of texts) {
    try {
      assert.ok(!('SERVICE_ACP_BIND' in parseEnvironment(text())))
    } catch (error) {
      assert.ok(error instanceof ConfigError, String(error))
    }
  }
})

test('a wrong value is refused when the file is made, not when the service starts', () => {
  assert.throws(() => generateEnv({ databaseUrl: 'mysql://localhost' }), ConfigError)
  assert.throws(() => generateEnv({ databaseUrl: '' }), ConfigError)
  assert.throws(() => generateEnv({ databaseUrl, port: 70_000 }), ConfigError)
})

function parseEnvironment(text: string): Record<string, string | undefined> {
  return { ...parseEnv(text) }
}
