import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScrub } from './scrub.ts'

const secret = 'k3y/with+odd "chars" & ünï'
const bytes = Buffer.from(secret)

const forms: Record<string, string> = {
  raw: secret,
  'in JSON': JSON.stringify({ a: secret }),
  'in JSON inside JSON': JSON.stringify({ body: JSON.stringify({ a: secret }) }),
  'in JSON inside JSON inside JSON': JSON.stringify([JSON.stringify([JSON.stringify([secret])])]),
  'in JSON with escaped slashes': JSON.stringify({ a: secret }).replaceAll('/', '\\/'),
  'in JSON as ASCII': JSON.stringify(secret).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
  'in a URL': `https://x.example/?token=${encodeURIComponent(secret)}`,
  'in a form': new URLSearchParams({ token: secret }).toString(),
  'percent-encoded throughout': [...bytes].map((byte) => `%${byte.toString(16)}`).join(''),
  hex: bytes.toString('hex'),
  'HEX in capitals': bytes.toString('hex').toUpperCase(),
  base64: bytes.toString('base64'),
  base64url: bytes.toString('base64url'),
  'Basic with any user': Buffer.from(`someone:${secret}`).toString('base64'),
  'in base64 of a longer text': Buffer.from(`{"t":"${secret}"} and more`).toString('base64'),
  'in HTML': `<b>k3y/with+odd &quot;chars&quot; &amp; ünï</b>`,
}

for (const [name, text] of Object.entries(forms)) {
  test(`a secret is removed: ${name}`, () => {
    const scrubbed = createScrub([secret])(text)
    assert.match(scrubbed, /\[redacted\]/)
    for (const rest of [/with/, /chars/, /d2l0aC/, /77697468/i]) assert.doesNotMatch(scrubbed, rest)
  })
}

test('everything else is unchanged, including short secrets', () => {
  const text = '{"title":"a title with ok in it","n":1}'
  assert.equal(createScrub(['ok', secret])(text), text)
  assert.equal(createScrub([])(text), text)
})
