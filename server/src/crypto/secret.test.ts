import assert from 'node:assert/strict'
import { test } from 'node:test'
import { format, inspect } from 'node:util'
import { pino } from 'pino'
import { Secret } from './secret.ts'

const canary = 'canary-5f0e9c1d'

/** Every common way in which a value ends up in a log line or a response. */
function print(value: object): string[] {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  logger.info({ value, nested: { value } }, 'printed')
  logger.info('%s %o %j', value, value, value)
  return [
    ...lines,
    JSON.stringify({ value }),
    JSON.stringify(Object.entries({ value })),
    inspect(value),
    inspect({ deep: [{ value }] }, { depth: null, showHidden: true }),
    inspect(value, { customInspect: false, showHidden: true }),
    format('%s %o %O %j %d', value, value, value, value, value),
    JSON.stringify({ ...value }),
    inspect(Object.getOwnPropertyDescriptors(value)),
    String(new Error('failed', { cause: value }).cause),
    inspect(new Error('failed', { cause: value })),
    inspect(structuredClone({ ...value })),
  ]
}

test('a secret exposes its value only through reveal()', () => {
  assert.equal(Secret.from(canary).reveal(), canary)
  const bytes = Buffer.from(canary)
  assert.equal(Secret.from(bytes).reveal(), bytes)
})

test('no printed form of a secret contains its value', () => {
  const encodings = (['utf8', 'base64', 'base64url', 'hex'] as const).map((encoding) =>
    Buffer.from(canary).toString(encoding),
  )
  for (const secret of [Secret.from(canary), Secret.from(Buffer.from(canary))]) {
    for (const printed of print(secret)) {
      for (const encoded of encodings) assert.ok(!printed.includes(encoded), printed)
    }
  }
  assert.equal(String(Secret.from(canary)), '[redacted]')
  assert.equal(JSON.stringify({ key: Secret.from(canary) }), '{"key":"[redacted]"}')
  assert.equal(inspect({ key: Secret.from(canary) }), '{ key: [redacted] }')
})

test('control: the same printing exposes a value that is not wrapped', () => {
  const shown = print({ key: canary }).filter((printed) => printed.includes(canary))
  assert.ok(shown.length > 8, `${shown.length} of the ways show it`)
})
