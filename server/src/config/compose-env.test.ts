import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { generateComposeEnv } from './compose-env.ts'
import { loadConfig } from './load.ts'

const needs = ['database', 'api', 'master'] as const

test('the file is complete, starts without a warning, and points at the bundled database', () => {
  const env = parseEnv(generateComposeEnv({ host: 'tasks.example.com' }))
  const config = loadConfig({ needs, env })
  assert.deepEqual(config.warnings, [])
  const address = new URL(config.database.url.reveal())
  assert.deepEqual(
    [address.hostname, address.username, address.pathname],
    ['postgres', 'task_service', '/task_service'],
  )
  assert.equal(config.http.hostSuffix, 'tasks.example.com')
})

test('passwords are long, alphanumeric, and always different', () => {
  const passwords = [1, 2].flatMap(() => {
    const env = parseEnv(generateComposeEnv({}))
    return [env['POSTGRES_PASSWORD'], new URL(env['DATABASE_URL'] ?? '').password]
  })
  for (const password of passwords) assert.match(password ?? '', /^[a-z0-9]{48}$/)
  assert.equal(new Set(passwords).size, 4)
})
