import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { ConfigError } from './config-error.ts'
import { type Environment, loadConfig } from './load.ts'
import { entries } from './schema.ts'
import { summarizeConfig } from './summary.ts'

const all = ['database', 'api', 'master'] as const
const canary = 'Canary5f0e9c1d'

/** Everything the configuration prints about an environment, valid or not. */
function printAll(env: Environment): string {
  try {
    const config = loadConfig({ needs: all, env: { ...together, ...env } })
    const deep = { depth: null, showHidden: true }
    return [
      inspect(config, deep),
      JSON.stringify(config),
      inspect(summarizeConfig(config), deep),
      JSON.stringify(summarizeConfig(config)),
    ].join('\n')
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return [inspect(error, { depth: null, showHidden: true }), JSON.stringify(error)].join('\n')
  }
}

function assertSilent(env: Environment, hidden: readonly string[], why: string): void {
  const printed = printAll(env)
  for (const text of hidden) {
    assert.ok(!printed.includes(text), `${why} prints ${text}:\n${printed}`)
  }
}

/** What some of the secrets need beside them. */
const together = {
  SERVICE_ACP_BUCKET: 'files',
  SERVICE_ACP_SMTP_FROM: 'tasks@example.com',
  SERVICE_ACP_PUBLIC_URL: 'https://tasks.example.com',
}

const master = randomBytes(32)
const good = {
  DATABASE_URL: `postgres://user:${canary}@db.example/tasks?sslpassword=${canary}`,
  SERVICE_ACP_DB_DIRECT_URL: `postgres://user:${canary}@db.example/tasks`,
  SERVICE_ACP_DB_REPLICA_URL: `postgres://user:${canary}@replica.example/tasks`,
  SERVICE_ACP_EGRESS_PROXY: `http://user:${canary}@proxy.example:3128`,
  SERVICE_ACP_API_KEY: `${canary}-api-0123456789-0123456789`,
  SERVICE_ACP_API_KEY_PREVIOUS: `${canary}-previous`,
  SERVICE_ACP_UI_PASSWORD: `${canary}-password`,
  SERVICE_ACP_BUCKET_ACCESS_KEY: `${canary}-id`,
  SERVICE_ACP_BUCKET_SECRET_KEY: `${canary}-secret`,
  SERVICE_ACP_SMTP_URL: `smtps://user:${canary}@mail.example`,
  SERVICE_ACP_MASTER_KEY: master.toString('base64'),
  SERVICE_ACP_MASTER_KEY_PREVIOUS: Buffer.from(`${canary}${canary}${canary}`).toString('hex'),
}
const hidden = [
  canary,
  master.toString('base64'),
  master.toString('base64url'),
  master.toString('hex'),
  inspect(master).slice(8, 40),
  JSON.stringify(master).slice(25, 60),
  Buffer.from(canary).toString('hex'),
]

test('control: the environment itself contains what must not be printed', () => {
  assert.ok(inspect(good).includes(canary))
  assert.ok(hidden.every((text) => text.length > 10))
})

test('a valid configuration prints no secret', () => {
  assert.doesNotThrow(() => loadConfig({ needs: all, env: { ...together, ...good } }))
  assertSilent(good, hidden, 'a valid configuration')
})

test('an invalid secret is not repeated in the error', () => {
  const wrong: Record<string, readonly string[]> = {
    DATABASE_URL: [
      `mysql://u:${canary}@h/d`,
      canary,
      `postgres://u:1/${canary}@h/d`,
      `postgres://u:1?${canary}@h/d`,
      `postgres://u:1#${canary}@h/d`,
      `postgres://u:${canary}@h:port/d`,
      `postgres://u:${canary}%zz@h/d`,
    ],
    SERVICE_ACP_EGRESS_PROXY: [canary, `socks5://u:${canary}@h`, `http://u:${canary}@h/path`],
    SERVICE_ACP_API_KEY: [
      ` ${canary}`,
      `${canary}\n`,
      `${canary}é`,
      good.SERVICE_ACP_API_KEY_PREVIOUS,
    ],
    SERVICE_ACP_MASTER_KEY: [canary, `${canary} ${canary}`, good.SERVICE_ACP_MASTER_KEY_PREVIOUS],
  }
  for (const [name, texts] of Object.entries(wrong)) {
    for (const text of texts) {
      assert.throws(
        () => loadConfig({ needs: all, env: { ...good, [name]: text } }),
        ConfigError,
        text,
      )
      assertSilent({ ...good, [name]: text }, hidden, `${name}=${text}`)
    }
  }
})

test('a secret beside its file is not repeated', () => {
  for (const [name, { secret }] of entries) {
    if (secret) assertSilent({ ...good, [`${name}_FILE`]: '/nowhere' }, hidden, `${name}_FILE`)
  }
})

test('a secret in place of its path is not repeated', () => {
  for (const [name, text] of Object.entries({
    ...good,
    // The only form of a random key that could be mistaken for an absolute path.
    SERVICE_ACP_MASTER_KEY: `/${good.SERVICE_ACP_MASTER_KEY.slice(1)}`,
  })) {
    const env = { ...good, [name]: '', [`${name}_FILE`]: text }
    assertSilent(env, [...hidden, text, text.slice(1)], `${name}_FILE=${text}`)
    assert.match(printAll(env), new RegExp(`${name}_FILE points to a file that cannot be read`))
  }
})

test('a secret under an unknown name, or in the wrong variable, is not repeated', () => {
  assertSilent({ ...good, SERVICE_ACP_MASTERKEY: canary }, [canary], 'an unknown variable')
  const long = `${canary}-${canary}`
  for (const [name, { secret, type }] of entries) {
    // A host name and a username are not secrets, and a long word can be either.
    if (secret || ['address', 'host', 'hosts'].includes(type)) continue
    if (name === 'SERVICE_ACP_UI_USERNAME') continue
    assertSilent({ ...good, [name]: long }, [canary], name)
  }
})
