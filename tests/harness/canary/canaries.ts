// Secrets that are planted to be found: each unlike anything else, and every form in which one could come out.
import type { SeededRandom } from '../random/seeded-random.ts'

export type Canary = { name: string; value: string }

/** With characters that look different in each form; nothing that a header could not carry. */
export function makeCanary(name: string, random: SeededRandom): Canary {
  const letters = Array.from({ length: 24 }, () => random.between(0, 35).toString(36))
  return { name, value: `cnry+/="&\\%${letters.join('')}` }
}

/** What is looked for. A dump of the database and a log write JSON once more. */
export function formsOf(value: string): Map<string, string> {
  const bytes = Buffer.from(value)
  const json = escapeJson(value)
  const shifted = [0, 1, 2].map((by) => base64Within(bytes, by))
  return new Map([
    ['raw', value],
    ['JSON', json],
    ['JSON in JSON', escapeJson(json)],
    ['JSON in JSON in JSON', escapeJson(escapeJson(json))],
    ['URL', encodeURIComponent(value)],
    ['form', new URLSearchParams({ a: value }).toString().slice(2)],
    ['HTML', escapeHtml(value)],
    ['hex', bytes.toString('hex')],
    ['HEX', bytes.toString('hex').toUpperCase()],
    ...shifted.map((text, by): [string, string] => [`base64 at ${by}`, text]),
    ...shifted.map((text, by): [string, string] => [
      `base64url at ${by}`,
      text.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
  ])
}

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The characters that hold nothing else, wherever in a longer text it stands. */
function base64Within(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
}

export type Found = { canary: string; form: string; sink: string; near: string }

const NEAR = 60

export function findCanaries(
  canaries: readonly Canary[],
  sinks: ReadonlyMap<string, string>,
): Found[] {
  const found: Found[] = []
  for (const canary of canaries) {
    const forms = formsOf(canary.value)
    for (const [sink, text] of sinks) {
      for (const [form, needle] of forms) {
        const at = text.indexOf(needle)
        if (at === -1) continue
        const near = text.slice(Math.max(0, at - NEAR), at)
        found.push({ canary: canary.name, form, sink, near })
      }
    }
  }
  return found
}

/** Written the way programs write them, and not by the code that looks for them. */
const writers: Record<string, (value: string) => string> = {
  raw: (value) => `token ${value}.`,
  'a value in JSON': (value) => JSON.stringify({ deep: [{ token: `Bearer ${value}` }] }),
  'JSON as a value in JSON': (value) => JSON.stringify({ body: JSON.stringify({ t: value }) }),
  'an address': (value) => `https://x.example/a?token=${encodeURIComponent(value)}&b=1`,
  'a form': (value) =>
    new URLSearchParams([
      ['a', '1'],
      ['token', value],
    ]).toString(),
  'bytes of the database': (value) => `'\\x${Buffer.from(`k=${value}`).toString('hex')}'`,
  'HEX in capitals': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  base64: (value) => Buffer.from(value).toString('base64'),
  'Basic with a user': (value) => `Basic ${Buffer.from(`u:${value}`).toString('base64')}`,
  'Basic with a longer user': (value) => Buffer.from(`me:${value}`).toString('base64'),
  'Basic with a still longer one': (value) => Buffer.from(`you:${value}`).toString('base64'),
  base64url: (value) => Buffer.from(`{"t":"${value}"}`).toString('base64url'),
}

/** Which of them the search would miss, in any way of writing: there must be none, or finding nothing says nothing. */
export function findMissed(
  canaries: readonly Canary[],
  around: string,
): { tried: number; missed: string[] } {
  const missed: string[] = []
  let tried = 0
  for (const canary of canaries) {
    for (const [way, write] of Object.entries(writers)) {
      tried++
      const text = `${around}${write(canary.value)}${around}`
      const found = findCanaries([canary], new Map([['planted', text]]))
      if (found.length === 0) missed.push(`${canary.name} as ${way}`)
    }
  }
  return { tried, missed }
}
