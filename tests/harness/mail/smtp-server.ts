// A real SMTP server that keeps what it receives, and rejects or delays what a test says.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string
  /** As it was sent: headers, folded, and encoded parts. */
  raw: string
  /** By lower-case name, unfolded. */
  headers: ReadonlyMap<string, string>
}

export type SmtpRules = {
  /** A response with which a recipient is rejected, such as `550 5.1.1 No such user`. */
  reject?: ((address: string) => string | undefined) | undefined
  /** Called with the content, before it is acknowledged. */
  onData?: ((mail: ReceivedMail) => void | Promise<void>) | undefined
  user?: { name: string; password: string }
}

export type TestSmtpServer = {
  url: string
  mails: ReceivedMail[]
  /** Changed while it runs. */
  rules: SmtpRules
  connections: () => number
  stop: () => Promise<void>
}

export async function startSmtpServer(rules: SmtpRules = {}, port = 0): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    disabledCommands: rules.user ? [] : ['AUTH', 'STARTTLS'],
    authOptional: !rules.user,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === rules.user?.name && password === rules.user?.password
      if (isRight) done(null, { user: username })
      else done(new Error('Wrong password'))
    },
    onRcptTo: ({ address }, _session, done) => {
      const response = rules.reject?.(address)
      if (response === undefined) return done()
      const [code, ...text] = response.split(' ')
      done(Object.assign(new Error(text.join(' ')), { responseCode: Number(code) }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = readMail(Buffer.concat(chunks).toString('utf8'), {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address).join(', '),
        })
        const rule = async () => rules.onData?.(mail)
        rule().then(
          () => {
            mails.push(mail)
            done()
          },
          (error: Error) => done(error),
        )
      })
    },
  })
  // Clients that are killed.
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address() as AddressInfo // it listens on a port
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    rules,
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

function readMail(raw: string, envelope: { from: string; to: string }): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { ...envelope, raw, headers }
}

/** The text part, decoded: enough of MIME for what the service sends. */
export function textOf(
  mail: ReceivedMail,
  type: 'text/plain' | 'text/html' = 'text/plain',
): string {
  const part = mail.raw.split(/\r\n--/).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/quoted-printable/i.test(head)) return decodeQuotedPrintable(body)
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
