// The receivers of the guide: what is signed is taken, once; what was changed, replayed late or signed by another is not.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { eventExample } from '@task-service/contract'
import { Webhook } from 'standardwebhooks'
import { type ReceiverExample, startReceiverExample } from '../harness/webhooks/receiver-example.ts'
import { until } from '../operate/until.ts'

const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

type Message = { id: string; sentAt: Date; body: string; signature: string }

function messageOf(secret: string, sentAt = new Date()): Message {
  const event = { ...eventExample('task.created'), id: `evt_${randomBytes(16).toString('hex')}` }
  const body = JSON.stringify(event)
  const signature = new Webhook(secret).sign(event.id, sentAt, body)
  return { id: event.id, sentAt, body, signature }
}

async function post(url: string, { id, sentAt, body, signature }: Message): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': signature,
  }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

for (const language of ['node', 'python'] as const) {
  describe(`the receiver in ${language}`, () => {
    const secret = makeSecret()
    let receiver: ReceiverExample
    before(async () => {
      receiver = await startReceiverExample(language, secret)
    })
    after(() => receiver.stop())

    test('takes a signed message, and takes it once', async () => {
      const message = messageOf(secret)
      assert.equal(await post(receiver.url, message), 204)
      assert.equal(await post(receiver.url, message), 204)
      await until('it is printed', () => receiver.lines.length > 0)
      assert.deepEqual(receiver.lines, [`task.created ${message.id}`])
    })

    test('finds its signature among two', async () => {
      const message = messageOf(secret)
      const other = new Webhook(makeSecret()).sign(message.id, message.sentAt, message.body)
      for (const signature of [`${other} ${message.signature}`, `${message.signature} ${other}`]) {
        assert.equal(await post(receiver.url, { ...message, signature }), 204)
      }
    })

    test('rejects messages that were changed, are old or signed with another secret', async () => {
      const message = messageOf(secret)
      const late = new Date(Date.now() - 600_000)
      const refused: Message[] = [
        { ...message, body: message.body.replace('task.created', 'task.deleted') },
        { ...message, body: `${message.body} ` },
        { ...message, id: `${message.id}0` },
        { ...message, sentAt: new Date(message.sentAt.getTime() + 2_000) },
        { ...message, signature: '' },
        { ...message, signature: `v1a,${message.signature.slice(3)}` },
        { ...message, signature: message.signature.slice(0, -2) },
        messageOf(makeSecret()),
        messageOf(secret, late),
      ]
      const taken = receiver.lines.length
      for (const one of refused) {
        assert.equal(await post(receiver.url, one), 401, JSON.stringify(one).slice(0, 200))
      }
      assert.equal(await post(receiver.url, message), 204, 'the message itself is good')
      await until('it is printed', () => receiver.lines.length > taken)
      assert.equal(receiver.lines.length, taken + 1)
    })
  })
}
