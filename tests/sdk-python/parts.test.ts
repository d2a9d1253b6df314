// The parts of the Python SDK, and signatures as the reference library makes them: genuine messages are accepted, and no
// forged one is.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventExample } from '@task-service/contract'
import { Webhook } from 'standardwebhooks'
import { runPython } from '../harness/python/run-python.ts'
import { seededRandom } from '../harness/random/seeded-random.ts'
import { forge } from '../harness/webhooks/forgeries.ts'

const root = join(import.meta.dirname, '../..')

test('the tests of the package pass', async () => {
  await runPython(['-W', 'error', '-m', 'unittest', 'discover', '-s', 'sdk-python/tests'], {
    cwd: root,
  })
})

const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

type Message = { body: string; headers: Record<string, string> }
type Case = Message & { secrets: string[]; reason?: string; tolerance?: number }

function messageOf(secret: string, sentAtMs = Date.now()): Message {
  const id = `evt_${randomBytes(16).toString('hex')}`
  const example = eventExample('task.created')
  const body = JSON.stringify({
    ...example,
    id,
    data: { ...example.data, title: 'Grüße, 世界 🌍' },
  })
  const sentAt = new Date(sentAtMs)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAtMs / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  }
  return { body, headers }
}

/** Signed with both, as during a rotation. */
function rotating(one: string, other: string): Message {
  const { body, headers } = messageOf(one)
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const second = new Webhook(other).sign(headers['webhook-id'] ?? '', sentAt, body)
  const both = `${second} ${headers['webhook-signature']}`
  return { body, headers: { ...headers, 'webhook-signature': both } }
}

test('a message is accepted or rejected as by the TypeScript SDK', async () => {
  const [secret, other] = [makeSecret(), makeSecret()]
  const now = Date.now()
  const plain = messageOf(secret)
  const upper = Object.entries(plain.headers).map(([name, value]) => [name.toUpperCase(), value])
  const without = (name: string): Message => {
    const { [name]: _, ...headers } = plain.headers
    return { ...plain, headers }
  }
  const late = { ...messageOf(secret, now - 310_000), secrets: [secret] }
  const cases: Case[] = [
    { ...plain, secrets: [secret] },
    { ...plain, headers: Object.fromEntries(upper) as Record<string, string>, secrets: [secret] },
    ...[[secret], [other], [makeSecret(), other]].map((secrets) => ({
      ...rotating(secret, other),
      secrets,
    })),
    { ...plain, secrets: [makeSecret()], reason: 'no_matching_signature' },
    { ...messageOf(secret, now - 290_000), secrets: [secret] },
    { ...messageOf(secret, now + 290_000), secrets: [secret] },
    { ...late, reason: 'timestamp_out_of_tolerance' },
    { ...late, tolerance: 600 },
    {
      ...messageOf(secret, now + 310_000),
      secrets: [secret],
      reason: 'timestamp_out_of_tolerance',
    },
    ...Object.keys(plain.headers).map((name) => ({
      ...without(name),
      secrets: [secret],
      reason: 'missing_headers',
    })),
    {
      ...plain,
      headers: { ...plain.headers, 'webhook-timestamp': '1e9' },
      secrets: [secret],
      reason: 'invalid_timestamp',
    },
  ]
  const sent = Array.from({ length: 20 }, () => messageOf(secret))
  for (const forged of forge(sent, secret, 240, seededRandom(7, 'sdk-python'))) {
    cases.push({ ...forged, secrets: [secret], reason: 'any' })
  }
  const script = join(import.meta.dirname, 'verify_messages.py')
  const printed = await runPython([script], { input: JSON.stringify(cases) })
  const results = JSON.parse(printed) as (string | null)[]
  assert.equal(results.length, cases.length)
  for (const [index, { reason, headers }] of cases.entries()) {
    const said = `case ${index}: ${JSON.stringify(headers)}`
    if (reason === 'any') assert.notEqual(results[index], null, said)
    else assert.equal(results[index], reason ?? null, said)
  }
})
