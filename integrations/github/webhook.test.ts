// Messages from GitHub: its published example of a signature, forged ones, what they say, and the hook itself.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import type { RawRequest, Verification } from '@task-service/kit'
import { useScene } from './testing/scene.ts'
import { seed } from './testing/world.ts'
import { webhook } from './webhook.ts'

const scene = useScene()

const request = (headers: Record<string, string>, body = ''): RawRequest => ({
  method: 'POST',
  url: 'https://tasks.test/hooks/1',
  headers,
  body: new TextEncoder().encode(body),
})

/** What the host does with it. */
function isGenuine(how: Verification, secret: string, body: string): boolean {
  if (how.kind !== 'hmac') return false
  assert.deepEqual(how.signed, ['body'])
  return createHmac(how.hash, secret).update(body).digest(how.encoding) === how.presented
}

test('the signature of GitHub’s documentation is genuine, and no other', () => {
  const mac = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  const secret = "It's a Secret to Everybody"
  const how = webhook.verify(request({ 'x-hub-signature-256': `sha256=${mac}` }))
  assert.ok(isGenuine(how, secret, 'Hello, World!'))
  assert.ok(!isGenuine(how, secret, 'Hello, World?'))
  assert.ok(!isGenuine(how, 'another', 'Hello, World!'))
  for (const presented of [undefined, '', mac, `sha1=${mac}`, `sha256=${mac}0`, 'sha256=']) {
    const headers = presented === undefined ? {} : { 'x-hub-signature-256': presented }
    assert.equal(webhook.verify(request(headers)).kind, 'refuse')
  }
})

const parse = (event: string, payload: unknown, encode = JSON.stringify) =>
  webhook.parse(request({ 'x-github-event': event, 'x-github-delivery': 'd1' }, encode(payload)))

const form = (payload: unknown): string =>
  new URLSearchParams({ payload: JSON.stringify(payload) }).toString()

describe('what a message says', () => {
  const issue = { number: 7 }

  test('is which issue, and who', () => {
    const sender = { login: 'alice' }
    const ref = { id: '7' }
    const actor = { id: 'alice', name: 'alice' }
    assert.deepEqual(parse('issues', { action: 'edited', issue, sender }), {
      deliveryId: 'd1',
      hints: [{ ref, kind: 'changed', actor }],
    })
    for (const action of ['deleted', 'transferred']) {
      assert.deepEqual(parse('issues', { action, issue }).hints, [{ ref, kind: 'deleted' }])
    }
    assert.equal(parse('issue_comment', { action: 'deleted', issue }).hints[0]?.kind, 'changed')
    assert.equal(parse('issues', { action: 'edited', issue }, form).hints.length, 1)
  })

  test('is nothing of pull requests, other events and greetings', () => {
    const pull = { ...issue, pull_request: {} }
    assert.deepEqual(parse('issue_comment', { action: 'created', issue: pull }).hints, [])
    assert.deepEqual(parse('ping', { zen: 'x' }).hints, [])
    assert.deepEqual(parse('push', { ref: 'x' }).hints, [])
    assert.deepEqual(parse('issues', null).hints, [])
    assert.deepEqual(parse('issues', '', () => 'half a mess').hints, [])
  })
})

test('the hook is made with the secret, once, and taken away', async () => {
  const { ctx, controls } = scene()
  const url = 'http://127.0.0.1:9/hooks/1'
  const { register, unregister } = webhook
  assert.ok(register && unregister)
  const first = await register(ctx, url)
  const second = await register(ctx, url)
  assert.deepEqual(second, first)
  const { world } = controls.look()
  const [hook, ...others] = world.tables.list('hooks')
  assert.deepEqual(others, [])
  assert.deepEqual(
    [hook?.config, hook?.events],
    [
      { url, content_type: 'json', insecure_ssl: '0', secret: 'a secret of the hook' },
      ['issues', 'issue_comment'],
    ],
  )
  await unregister(ctx, first.id)
  await unregister(ctx, first.id)
  assert.deepEqual(world.tables.list('hooks'), [])
})

test('every message that the emulator sends is understood and genuine', async () => {
  const { ctx, controls } = scene()
  await webhook.register?.(ctx, 'http://127.0.0.1:9/hooks/1')
  const { number } = controls.createIssue({ title: 'Announced', as: seed.people[1] })
  controls.createComment({ number, body: 'x' })
  controls.editIssue({ number, state: 'closed' })
  controls.deleteIssue({ number })
  await controls.settle()
  const kinds = controls.listDeliveries().map(({ headers, body }) => {
    const message = request(headers, body)
    assert.ok(isGenuine(webhook.verify(message), 'a secret of the hook', body))
    const { deliveryId, hints } = webhook.parse(message)
    assert.equal(deliveryId, headers['x-github-delivery'])
    return hints.map(({ ref, kind, actor }) => `${ref.id} ${kind} ${actor?.id}`).join()
  })
  const [one, two] = seed.people
  const expected = [`changed ${two}`, `changed ${one}`, `changed ${one}`, `deleted ${one}`]
  assert.deepEqual(kinds, ['', ...expected.map((text) => `${number} ${text}`)])
})
