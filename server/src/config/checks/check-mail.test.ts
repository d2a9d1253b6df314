import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../config-error.ts'
import { type Environment, loadConfig } from '../load.ts'

const mail = {
  SERVICE_ACP_SMTP_URL: 'smtps://user:p%40ss@mail.example',
  SERVICE_ACP_SMTP_FROM: 'Tasks <tasks@example.com>',
  SERVICE_ACP_PUBLIC_URL: 'https://tasks.example.com',
}

const load = (env: Environment) => loadConfig({ needs: [], env })

function assertError(env: Environment, expected: RegExp): void {
  assert.throws(
    () => load({ ...mail, ...env }),
    (error) => {
      assert.ok(error instanceof ConfigError, String(error))
      assert.equal(error.errors.length, 1, error.message)
      assert.match(error.message, expected)
      return true
    },
  )
}

test('the variables of e-mail are set together, with an address for its links', () => {
  assert.equal(load({}).mail, null)
  assert.equal(load(mail).mail?.from, 'Tasks <tasks@example.com>')
  assertError({ SERVICE_ACP_SMTP_URL: '' }, /is set without SERVICE_ACP_SMTP_URL/)
  assertError({ SERVICE_ACP_SMTP_FROM: '' }, /needs the address that e-mails are sent from/)
  assertError({ SERVICE_ACP_PUBLIC_URL: '' }, /for the links in e-mails/)
  const behind = { ...mail, SERVICE_ACP_PUBLIC_URL: '', SERVICE_ACP_HOST: 'tasks.example.com' }
  assert.notEqual(load(behind).mail, null)
  for (const url of ['https://mail.example', 'smtp://', 'smtp://user@mail.example', 'smtp://a/b']) {
    assertError({ SERVICE_ACP_SMTP_URL: url }, /SERVICE_ACP_SMTP_URL/)
  }
  for (const from of ['tasks', 'A <b@c.example>\nBcc: d@e.example', 'a@b.example, c@d.example']) {
    assertError({ SERVICE_ACP_SMTP_FROM: from }, /SERVICE_ACP_SMTP_FROM/)
  }
})
