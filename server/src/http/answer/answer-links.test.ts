// One-time links: a question is shown and answered once without an account, and nothing on the page can run.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant, testApi } from '../../../../tests/harness/test-api.ts'
import { answer, ask, CHOOSE } from '../../../../tests/harness/work/ask.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function linkTo(client: ApiClient, { id }: { id: string }): Promise<string> {
  const input = { params: { question: id }, body: {} }
  const { url = '' } = (await client.call('questions.link', input)).body
  return new URL(url).pathname
}

async function open(client: ApiClient, path: string, form?: Record<string, string>) {
  const { app } = await testApi()
  const headers = { host: client.tenant.host, ...(form && FORM) }
  const payload = new URLSearchParams(form).toString()
  const {
    statusCode,
    body,
    headers: got,
  } = await app.inject(
    form ? { method: 'POST', url: path, headers, payload } : { method: 'GET', url: path, headers },
  )
  return { status: statusCode, body, headers: got }
}

async function stateOf(client: ApiClient, { id }: { id: string }) {
  return (await client.call('questions.get', { params: { question: id } })).body
}

async function asked(question: object = CHOOSE) {
  const client = await newTenant()
  const { question: shown, task } = await ask(client, question)
  return { client, question: shown, task, path: await linkTo(client, shown) }
}

describe('a one-time link', () => {
  test('shows the question and takes one answer', async () => {
    const { client, question, task, path } = await asked({ ...CHOOSE, context: 'Two\naccounts' })
    const page = await open(client, path)
    assert.equal(page.status, 200)
    for (const text of ['Which account?', 'Two\naccounts', 'Refund order 1234', 'asker', 'First']) {
      assert.ok(page.body.includes(text), text)
    }
    assert.equal((await stateOf(client, question)).state, 'open', 'opening it changes nothing')
    const sent = await open(client, path, { answer: '1', note: 'Newer' })
    assert.equal(sent.status, 200)
    assert.match(sent.body, /Answer sent/)
    const { answer: given, note, answered_by: by } = await stateOf(client, question)
    assert.deepEqual([given, note, by], ['A-2', 'Newer', { kind: 'system', id: 'answer-link' }])
    assert.equal((await eventsOf(task.id)).at(-1)?.actor, 'system:answer-link')
    for (const again of [await open(client, path), await open(client, path, { answer: '0' })]) {
      assert.equal(again.status, 410)
      assert.match(again.body, /Link expired/)
    }
    assert.equal((await stateOf(client, question)).answer, 'A-2')
  })

  test('shows what is wrong with an answer and keeps what was entered', async () => {
    const schema = {
      type: 'object',
      properties: { amount: { type: 'number', maximum: 100 }, reason: { type: 'string' } },
      required: ['amount'],
    }
    const { client, question, path } = await asked({ kind: 'input', prompt: 'How much?', schema })
    const form = { 'field-0': '200', 'field-1': 'Broken "glass"' }
    const page = await open(client, path, form)
    assert.equal(page.status, 400)
    assert.match(page.body, /role="alert">answer\.amount: must be 100 or less/)
    assert.ok(page.body.includes('Broken &#34;glass&#34;'))
    assert.equal((await open(client, path, { ...form, 'field-0': '20' })).status, 200)
    assert.deepEqual((await stateOf(client, question)).answer, {
      amount: 20,
      reason: 'Broken "glass"',
    })
  })

  test('works for a confirmation', async () => {
    const { client, question, path } = await asked({ kind: 'confirmation', prompt: 'Really?' })
    assert.match((await open(client, path)).body, /Yes[\s\S]*No/)
    assert.equal((await open(client, path, {})).status, 400)
    assert.equal((await open(client, path, { answer: '0' })).status, 200)
    assert.equal((await stateOf(client, question)).answer, true)
  })

  test('is closed by an answer in the API, a newer link and its end', async () => {
    const first = await asked()
    await answer(first.client, first.question, 'A-1')
    assert.equal((await open(first.client, first.path)).status, 410)
    const second = await asked()
    const newer = await linkTo(second.client, second.question)
    assert.equal((await open(second.client, second.path)).status, 410)
    assert.equal((await open(second.client, newer)).status, 200)
    await inspect(`update questions set link_expires_at = now() where id = $1`, [
      uuidOf(second.question.id),
    ])
    assert.equal((await open(second.client, newer)).status, 410)
    assert.equal((await open(second.client, newer, { answer: '0' })).status, 410)
  })

  test('works at the host of its tenant only', async () => {
    const { path } = await asked()
    assert.equal((await open(await newTenant(), path)).status, 410)
    assert.equal((await open(await newTenant(), '/answer/short')).status, 410)
  })

  test('rejects other bodies', async () => {
    const { client, path } = await asked()
    const { app } = await testApi()
    const post = async (type: string, payload: string, more = {}) => {
      const headers = { host: client.tenant.host, 'content-type': type, ...more }
      return (await app.inject({ method: 'POST', url: path, headers, payload })).statusCode
    }
    const form = FORM['content-type']
    assert.equal(await post('application/json', '{"answer":"A-1"}'), 415)
    assert.equal(await post(form, 'answer=0', { 'content-encoding': 'gzip' }), 415)
    assert.equal(await post(form, `answer=${'x'.repeat(300_000)}`), 413)
    assert.equal(await post(form, 'answer=0&note=%00'), 400)
    assert.equal(await post(form, `answer=0&note=${'x'.repeat(2_001)}`), 400)
  })
})

describe('the page of a link', () => {
  const EVIL = `"><img src=x onerror=alert(1)><script>alert(1)</script></textarea><b>'`

  test('shows hostile text as text', async () => {
    const client = await newTenant()
    const hostile = {
      kind: 'choice',
      prompt: EVIL,
      context: EVIL,
      options: [{ value: EVIL, label: EVIL, description: EVIL }],
    }
    const { question, task } = await ask(client, hostile)
    const params = { task: task.id }
    await client.call('tasks.change', { params, body: { title: EVIL } })
    const path = await linkTo(client, question)
    const schema = {
      type: 'object',
      properties: { [EVIL]: { type: 'string', title: EVIL, description: EVIL } },
    }
    const fields = await asked({ kind: 'input', prompt: EVIL, schema })
    const pages = [
      await open(client, path),
      await open(client, path, { note: EVIL, answer: EVIL }),
      await open(fields.client, fields.path),
      await open(fields.client, fields.path, { 'field-0': EVIL, note: 'x'.repeat(3_000) }),
    ]
    for (const { body } of pages) {
      assert.doesNotMatch(body, /<img|<script|<b>|onerror=alert\(1\)>/)
      assert.ok(body.includes('&#60;script&#62;'))
    }
  })

  test('is not cached, framed or passed on, and runs no scripts', async () => {
    const { client, path } = await asked()
    for (const page of [await open(client, path), await open(client, `${path}x`)]) {
      const { headers } = page
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
      assert.match(String(headers['content-security-policy']), /form-action 'self'/)
      assert.match(page.body, /<meta name="robots" content="noindex">/)
      assert.equal(page.body.includes('<script'), false)
    }
  })
})
