// Secrets are wrapped as soon as they are parsed; no message here contains any part of one.
import { Secret } from '#crypto/secret.ts'
import { InvalidValue, reject } from './invalid-value.ts'
import type { Variable } from './schema.ts'

export const generateOne = 'Run `task-service init` to generate one.'

const masterKeyBytes = 32
const percentEncode =
  'Percent-encode special characters in the user and password (@ is %40, # is %23, / is %2F, ? is %3F).'

export function parsePostgresUrl(text: string, variable: Variable): Secret {
  if (!/^postgres(?:ql)?:\/\//.test(text)) return reject('is not a PostgreSQL URL', variable)
  const url = readPostgresUrl(text)
  if (!url || !isWellEncoded(text)) throw new InvalidValue('is not a valid URL', percentEncode)
  // In these cases part of the password was parsed as port, path or fragment.
  if (url.hash || /@/.test(url.pathname + url.search)) {
    throw new InvalidValue('has an unescaped character in the user or password', percentEncode)
  }
  return Secret.from(text)
}

export function parseProxyUrl(text: string, variable: Variable): Secret {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || !isWellEncoded(text)) {
    return reject('is not the URL of an HTTP proxy', variable)
  }
  if (url.pathname !== '/' || /[?#]/.test(text))
    reject('contains more than a host and a port', variable)
  return Secret.from(url.href)
}

export function parseSmtpUrl(text: string, variable: Variable): Secret {
  const url = URL.parse(text)
  const isSmtp = url?.protocol === 'smtp:' || url?.protocol === 'smtps:'
  if (!url || !isSmtp || url.hostname === '' || !isWellEncoded(text)) {
    return reject('is not the URL of an SMTP server', variable)
  }
  if ((url.username === '') !== (url.password === '')) {
    return reject('has a user without a password, or the reverse', variable)
  }
  if (!['', '/'].includes(url.pathname) || /[?#]/.test(text)) {
    reject('contains more than user, password, host and port', variable)
  }
  return Secret.from(text)
}

/** Where the database is, without user, password and parameters. */
export function describeDatabase(secret: Secret): { host: string; port: number; name: string } {
  const url = readPostgresUrl(secret.reveal())
  const host = url?.searchParams.get('host') ?? decodeURIComponent(url?.hostname ?? '')
  return {
    host: host || 'localhost',
    port: Number(url?.port || url?.searchParams.get('port') || 5432),
    name: decodeURIComponent(url?.pathname.slice(1) ?? ''),
  }
}

function readPostgresUrl(text: string): URL | null {
  // `user@/database?host=/socket` is common for sockets, but a URL needs a host after a user.
  return URL.parse(text.replace(/@(?=[/?]|$)/, '@localhost'))
}

function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export function parseApiKey(text: string): Secret {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) {
    throw new InvalidValue(
      'contains characters that are not allowed in an HTTP header',
      `Use printable ASCII without spaces at the ends. ${generateOne}`,
    )
  }
  return Secret.from(text)
}

/** A secret of another system, which knows its form. */
export function parseSecretText(text: string): Secret {
  if (!/^[\x21-\x7e]{1,1024}$/.test(text)) {
    throw new InvalidValue(
      'contains characters that no secret access key has',
      'Copy it again, without spaces and quotes.',
    )
  }
  return Secret.from(text)
}

/** The same minimum as in the dashboard. */
const passwordLengths = { min: 12, max: 256 }

export function parsePassword(text: string): Secret {
  const { length } = Array.from(text)
  const { min, max } = passwordLengths
  if (length < min || length > max) {
    throw new InvalidValue(`has ${length} characters`, `Use ${min} to ${max}. ${generateOne}`)
  }
  if (/\p{Cc}/u.test(text)) {
    throw new InvalidValue('contains control characters', generateOne)
  }
  return Secret.from(text)
}

export function parseMasterKey(text: string): Secret<Uint8Array> {
  const bytes = decodeKey(text)
  if (!bytes) {
    throw new InvalidValue('is not valid base64, base64url or hex', generateOne)
  }
  if (bytes.length < masterKeyBytes) {
    throw new InvalidValue(
      `is too short: it decodes to ${bytes.length} bytes, minimum ${masterKeyBytes}`,
      generateOne,
    )
  }
  return Secret.from(bytes)
}

/** Bytes written as hex, base64 or base64url; undefined when the text is none of them. */
export function decodeKey(text: string): Uint8Array | undefined {
  // Hex digits are base64 too, but a random key in base64 never consists of them alone; a hex key that
  // lost a digit must not pass as base64 of other bytes.
  if (/^[0-9a-f]+$/i.test(text)) return text.length % 2 === 0 ? Buffer.from(text, 'hex') : undefined
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text) || /^[A-Za-z0-9_-]+={0,2}$/.test(text)) {
    // One digit over a whole number of bytes means that the key was truncated.
    if (text.replace(/=+$/, '').length % 4 === 1) return undefined
    return Buffer.from(text, 'base64')
  }
  return undefined
}
