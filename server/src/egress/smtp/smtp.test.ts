// Connections to SMTP servers: the sign-in, TLS, responses, and a server that says nothing.
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { Secret } from '#crypto/secret.ts'
import { startSmtpServer } from '../../../../tests/harness/mail/smtp-server.ts'
import { compose, createMailer, MAIL_BYTES_MAX, type Mail } from './smtp.ts'
import { classifySendError, describeSmtpError, SmtpError } from './smtp-error.ts'

const FROM = 'Tasks <tasks@example.com>'
const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'text',
  html: '<p>html</p>',
  messageId: '<1@example.com>',
  headers: {},
}
const failed = (failure: SmtpError['failure'], message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof SmtpError, String(error))
  assert.equal(error.failure, failure)
  if (message) assert.match(error.message, message)
  return true
}

test('sends several on one connection, also after a rejection', async () => {
  const server = await startSmtpServer({
    reject: (to) => (to.startsWith('no') ? '550 5.1.1 No such user' : undefined),
  })
  const session = await createMailer({ url: Secret.from(server.url), from: FROM }).open()
  await session.send(mail)
  await assert.rejects(
    session.send({ ...mail, to: 'no@example.com' }),
    failed('bad_address', /No such user/),
  )
  await session.send({ ...mail, to: 'bob@example.com' })
  session.close()
  assert.deepEqual([server.mails.length, server.connections()], [2, 1])
  assert.equal(server.mails[1]?.from, 'tasks@example.com')
  await server.stop()
})

test('never sends a password without TLS, and none to a certificate that is not valid', async () => {
  let hasAsked = false
  const user = { name: 'ada', password: 'secret' }
  const server = await startSmtpServer({ user, onData: () => void (hasAsked = true) })
  const { port } = new URL(server.url)
  // The server offers STARTTLS with a certificate that no one has signed.
  const url = Secret.from(`smtp://ada:secret@localhost:${port}`)
  await assert.rejects(
    createMailer({ url, from: FROM }).open(),
    failed('unavailable', /certificate|TLS/i),
  )
  assert.equal(hasAsked, false)
  await server.stop()
})

test('gives up on a server that says nothing, and on one that is not there', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number } // it listens on a port
  const times = { connectMs: 100, silenceMs: 100, sendMs: 200 }
  const url = Secret.from(`smtp://127.0.0.1:${port}`)
  await assert.rejects(createMailer({ url, from: FROM }, times).open(), failed('unavailable'))
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
  await assert.rejects(
    createMailer({ url, from: FROM }, times).open(),
    failed('unavailable', /ECONN/),
  )
})

test('no value begins another header, whatever it contains', async () => {
  const evil = 'x\r\nBcc: eve@example.com\r\n\r\nbody\u2028Bcc: eve@example.com'
  const bytes = await compose(FROM, { ...mail, subject: evil, headers: { 'List-Id': evil } })
  const [head = ''] = bytes.toString().split('\r\n\r\n')
  assert.doesNotMatch(head, /^Bcc:/im)
  assert.match(head, /^Subject: x Bcc: eve@example\.com/m)
  const long = { ...mail, text: 'x'.repeat(MAIL_BYTES_MAX) }
  await assert.rejects(compose(FROM, long), failed('rejected', /maximum/))
})

const of = (command: string, response: string) =>
  classifySendError({ command, response, responseCode: Number(response.slice(0, 3)) })

test('a response says what happens next', () => {
  assert.equal(of('RCPT TO', '550 5.1.1 No such user'), 'bad_address')
  assert.equal(of('RCPT TO', '550 5.7.1 Relaying denied'), 'rejected')
  assert.equal(of('RCPT TO', '451 4.7.1 Greylisted'), 'deferred')
  assert.equal(of('DATA', '554 5.1.1 Spam'), 'rejected')
  assert.equal(of('MAIL FROM', '553 5.1.8 Sender rejected'), 'unavailable')
  assert.equal(of('DATA', '421 4.3.2 Closing'), 'unavailable')
  assert.equal(classifySendError({ command: 'CONN', code: 'ECONNECTION' }), 'unknown')
  const described = describeSmtpError({
    code: 'EAUTH',
    command: 'AUTH PLAIN',
    response: '535\r\n no',
  })
  assert.equal(described, 'EAUTH: AUTH: 535 no')
})
