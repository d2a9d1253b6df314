// Removes secrets from a text in all common encodings, so that a response that repeats the credential exposes it neither to
// the integration nor to a log.

export type Scrub = (text: string) => string

export const SCRUBBED = '[redacted]'

/** Shorter ones are words: removing them would damage more than it hides. */
const MIN_LENGTH = 6

export function createScrub(secrets: readonly string[]): Scrub {
  const forms = secrets.filter(({ length }) => length >= MIN_LENGTH).flatMap(formsOf)
  if (forms.length === 0) return (text) => text
  // The longest first: one form may be the prefix of another.
  const sources = [...new Set(forms)].toSorted((a, b) => b.length - a.length).map(escapePattern)
  const pattern = new RegExp(sources.join('|'), 'gi')
  return (text) => text.replaceAll(pattern, SCRUBBED)
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const json = escapeJson(secret)
  const html = escapeHtml(secret)
  const percent = encodeURIComponent(secret)
  return [
    secret,
    ...nestJson(secret),
    json.replaceAll('/', '\\/'),
    escapeNonAscii(json),
    percent,
    percent.replaceAll('%20', '+'),
    new URLSearchParams({ a: secret }).toString().slice(2),
    percentEncodeAll(bytes),
    html,
    ...nestJson(html),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset)),
  ]
}

/** JSON text inside JSON text, as when a vendor repeats a request that it was sent. */
const DEEPEST = 4

function nestJson(text: string): string[] {
  const nested: string[] = []
  for (let inner = text; nested.length < DEEPEST; nested.push(inner)) inner = escapeJson(inner)
  return nested
}

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** As part of a longer text in Base64: the characters that encode only the secret. */
function base64Within(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const from = Math.ceil((offset * 8) / 6)
  const to = Math.floor(((offset + bytes.length) * 8) / 6)
  const inner = text.slice(from, to)
  if (inner.length < MIN_LENGTH) return []
  return [inner, inner.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(inner)]
}

const percentEncodeAll = (bytes: Buffer): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const escapeNonAscii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
