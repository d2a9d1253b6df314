// Which key is sent to which server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnvironment } from '#cli/environment.ts'
import { checked, selectTarget } from './choose-profile.ts'

const dev = { url: 'http://dev.test', key: 'dev-key', tenant: 'dev' }
const live = { url: 'https://live.test', key: 'live-key', tenant: 'live' }
const profiles = { current: 'dev', profiles: { dev, live } }
const select = (env: Record<string, string>, name?: string) => {
  const { url, key } = selectTarget(readEnvironment({ HOME: '/x', ...env }), name, profiles)
  return [url, key]
}

test('an option overrides the environment, which overrides the current profile', () => {
  const env = { TASKS_URL: 'https://env.test', TASKS_KEY: 'env-key' }
  assert.deepEqual(select({}), [dev.url, dev.key])
  assert.deepEqual(select(env), ['https://env.test', 'env-key'])
  assert.deepEqual(select(env, 'live'), [live.url, live.key])
  assert.deepEqual(select({ TASKS_PROFILE: 'live' }), [live.url, live.key])
  assert.deepEqual(select({ TASKS_KEY: 'other' }), [dev.url, 'other'])
  assert.deepEqual(select({ TASKS_URL: 'http://dev.test/' }), ['http://dev.test/', dev.key])
})

test('the key of a profile is not sent to another server', () => {
  for (const url of ['https://evil.test', 'https://dev.test', 'http://dev.test:81', 'nonsense']) {
    assert.throws(() => select({ TASKS_URL: url }), /there is no key for/)
  }
})

test('what is missing is named', () => {
  const nothing = { current: undefined, profiles: {} }
  const none = readEnvironment({ HOME: '/x' })
  assert.throws(() => selectTarget(none, undefined, nothing), /No API key/)
  assert.throws(() => select({}, 'nope'), /no profile "nope"/)
  assert.throws(() => select({ TASKS_PROFILE: 'nope' }), /no profile "nope"/)
})

test('a URL or a key that cannot be right is rejected, and keys are not shown', () => {
  for (const url of ['acme.test', 'ftp://acme.test', 'https://user:pass@acme.test', '']) {
    assert.throws(() => checked({ url, key: 'k' }))
  }
  for (const key of ['secret key', 'sécret', '']) {
    assert.throws(
      () => checked({ url: dev.url, key }),
      ({ message }: Error) => key === '' || !message.includes(key),
    )
  }
})
