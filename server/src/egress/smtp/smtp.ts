// The operator's SMTP server: a connection, and e-mails on it one after another. Its address comes from the operator alone, so that
// it may be in a private network, which addresses of tenants may not.
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { AnyConfig } from '#config/config.ts'
import { classifySendError, describeSmtpError, type LibraryError, SmtpError } from './smtp-error.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** Names and values that the caller has written itself. */
  headers: Readonly<Record<string, string>>
}

export type MailSession = {
  /** Throws SmtpError. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

export type Mailer = {
  /** Connects and signs in. Throws SmtpError `unavailable`. */
  open: () => Promise<MailSession>
}

export type MailConfig = NonNullable<AnyConfig['mail']>

export type MailTimes = { connectMs: number; silenceMs: number; sendMs: number }

/**
 * A server that stops responding, or responds a byte at a time, takes no more than this of a worker: with a turn of 10 s, all of it
 * is less than the minute after which the worker counts as stalled.
 */
const TIMES: MailTimes = { connectMs: 10_000, silenceMs: 20_000, sendMs: 25_000 }
export const MAIL_BYTES_MAX = 200_000

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

export function createMailer({ url, from }: MailConfig, times = TIMES): Mailer {
  return {
    async open() {
      const connection = await connect(new URL(url.reveal()), from, times)
      return {
        send: async (mail) => deliver(connection, { from, mail, sendMs: times.sendMs }),
        close: () => connection.quit(),
      }
    },
  }
}

/** The part in angle brackets, or all of it. */
export const addressOf = (from: string): string => /<([^>]+)>$/.exec(from)?.[1] ?? from
export const domainOf = (from: string): string => addressOf(from).split('@')[1] ?? 'localhost'

async function connect(url: URL, from: string, times: MailTimes): Promise<SMTPConnection> {
  const isSecure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const connection = new SMTPConnection({
    host,
    port: Number(url.port) || PORTS[isSecure ? 'smtps:' : 'smtp:'],
    secure: isSecure,
    // A password is never sent without TLS.
    requireTLS: !isSecure && user !== '',
    name: domainOf(from),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.silenceMs,
    maxResponseSize: 64 * 1024,
    tls: {
      minVersion: 'TLSv1.2',
      // NODE_TLS_REJECT_UNAUTHORIZED=0 must have no effect here. Without a password, TLS of smtp:// only hides e-mails from
      // those who listen: who could show a wrong certificate could as well take STARTTLS away. Local relays have such ones.
      rejectUnauthorized: isSecure || user !== '',
    },
  })
  // Errors between two commands close the connection, and the next command reports it.
  connection.on('error', () => undefined)
  try {
    await settle((done) => {
      connection.once('error', done)
      connection.connect(done)
    }, times.connectMs)
    const pass = decodeURIComponent(url.password)
    if (user !== '') {
      const login = (done: Done) => connection.login({ credentials: { user, pass } }, done)
      await settle(login, times.connectMs)
    }
    return connection
  } catch (error) {
    connection.close()
    throw failure('unavailable', error)
  }
}

type Done = (error?: unknown) => void

/** Rejects with what `start` reports, or without a response in time. */
function settle(start: (done: Done) => void, mostMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () =>
      reject(Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' }))
    const timer = setTimeout(late, mostMs)
    start((error) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    })
  })
}

async function deliver(
  connection: SMTPConnection,
  { from, mail, sendMs }: { from: string; mail: Mail; sendMs: number },
): Promise<void> {
  const message = await compose(from, mail)
  // Closed before: nothing of it was sent.
  if (connection.destroyed) throw new SmtpError('unavailable', 'the connection was closed')
  try {
    const envelope = { from: addressOf(from), to: [mail.to], size: message.length }
    await settle((done) => connection.send(envelope, message, done), sendMs)
  } catch (error) {
    const kind = classifySendError(error as LibraryError) // its fields are optional
    if (kind === 'unknown' || kind === 'unavailable') connection.close()
    // The next e-mail needs a new envelope.
    else await settle((done) => connection.reset(done), sendMs).catch(() => connection.close())
    throw failure(kind, error)
  }
}

function failure(kind: SmtpError['failure'], cause: unknown): SmtpError {
  return new SmtpError(kind, describeSmtpError(cause as LibraryError), { cause }) // its fields are optional
}

/** Line breaks would begin another header; other control characters have no meaning there. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The bytes of an e-mail. The library must not read files or URLs that a text could name. */
export async function compose(from: string, mail: Mail): Promise<Buffer> {
  const headers = Object.entries(mail.headers).map(([key, value]) => ({
    key,
    value: oneLine(value),
  }))
  const node = new MailComposer({
    from,
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    messageId: mail.messageId,
    text: mail.text,
    html: mail.html,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const bytes = await node.build()
  if (bytes.length > MAIL_BYTES_MAX) {
    throw new SmtpError(
      'rejected',
      `the e-mail has ${bytes.length} bytes, maximum ${MAIL_BYTES_MAX}`,
    )
  }
  return bytes
}
