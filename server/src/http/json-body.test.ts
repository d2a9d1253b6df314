// Bodies that parse as JSON but cannot be stored unchanged are rejected, with the reason.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newTenant } from '../../../tests/harness/test-api.ts'
import { findFault } from './json-body.ts'

function nested(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels))
}

describe('an accepted body', () => {
  const bodies = {
    'at the deepest level': nested(32),
    'with unusual names': JSON.parse('{"constructor": 1, "prototype": {}, "": null}'),
    'with text beyond the basic plane': { emoji: '\u{1f600}' },
  }
  for (const [name, body] of Object.entries(bodies)) {
    test(name, () => assert.equal(findFault(body), undefined))
  }
})

describe('a body that is rejected', () => {
  const bodies: [string, unknown, RegExp][] = [
    ['one level too deep', nested(33), /nested too deeply: maximum 32 levels/],
    ['for a name that sets the prototype', '{"a": [{"__proto__": 1}]}', /__proto__/],
    ['for constructor.prototype', '{"constructor": {"prototype": 1}}', /constructor/],
    ['for half a surrogate pair', '["\\ud800"]', /surrogate/],
    ['for half a surrogate pair in a name', '{"\\udc00": 1}', /surrogate/],
    ['for a number that parses to Infinity', '[1e400]', /number/],
  ]
  for (const [name, body, reason] of bodies) {
    test(name, () => {
      const fault = findFault(typeof body === 'string' ? JSON.parse(body) : body)
      assert.equal(fault?.code, 'malformed_body')
      assert.match(fault.detail, reason)
    })
  }
})

async function post(payload: string) {
  const headers = { 'content-type': 'application/json' }
  return (await newTenant()).send({ method: 'POST', url: '/api/tasks', headers, payload })
}

describe('an integer that would be rounded', () => {
  test('is rejected with its place and the limits, wherever it is', async () => {
    for (const [payload, place] of [
      ['{"title": "x", "input": {"order": 9007199254740993}}', 'line 1, column 35'],
      ['{"title": "x",\n "fields": {"id": -9007199254740993}}', 'line 2, column 19'],
      ['{"title": "x", "result": [1e300, 12345678901234567890]}', 'line 1, column 34'],
      ['{"title": "x", "input": 1e400}', 'line 1, column 25'],
    ] as const) {
      const { problem } = await post(payload)
      assert.equal(problem.code, 'malformed_body')
      assert.equal(
        problem.detail,
        `The body contains a number that is too large at ${place}: integers must be between -9,007,199,254,740,992 and 9,007,199,254,740,992. Send it as a string.`,
      )
    }
  })

  test('is not one that is exact, or written as a floating-point number', async () => {
    for (const number of ['9007199254740992', '-9007199254740992', '1e300', '2.5e20']) {
      const reply = await post(`{"title": "x", "input": ${number}}`)
      assert.equal(reply.status, 201, number)
      assert.equal((reply.body as { input: number }).input, Number(number))
    }
  })
})

describe('a body that is not JSON', () => {
  const bodies: [string, Buffer, RegExp][] = [
    ['because it is empty', Buffer.alloc(0), /empty/],
    [
      'because it is truncated',
      Buffer.from('{"title": '),
      /expected a value at line 1, column 11, but the body ends there/,
    ],
    [
      'because of a comma too many',
      Buffer.from('{\n  "title": "x",\n}'),
      /expected a field name in double quotes at line 3, column 1\./,
    ],
    [
      'because a string has no end',
      Buffer.from('{"title": "x}'),
      /not valid JSON: unterminated string at line 1, column 11\./,
    ],
    [
      'and is long and ends too early',
      Buffer.from(`[${'1,'.repeat(4_000)}`),
      /not valid JSON: expected more at line 1, column 8002, but the body ends there\./,
    ],
    [
      'and is long, with a comma too many',
      Buffer.from(`{"a": [${'1,\n'.repeat(4_000)}1],}`),
      /not valid JSON: unexpected character at line 4001, column 4\./,
    ],
    [
      'and too long to locate the error cheaply',
      Buffer.from(`[${'1,'.repeat(4_000)}x]`),
      /^Send one JSON object/,
    ],
    ['because it is not UTF-8', Buffer.from('7b227469746c65223a22ff227d', 'hex'), /UTF-8/],
  ]
  for (const [name, payload, reason] of bodies) {
    test(name, async () => {
      const client = await newTenant()
      const headers = { 'content-type': 'application/json' }
      const { problem } = await client.send({ method: 'POST', url: '/api/tasks', headers, payload })
      assert.equal(problem.code, 'malformed_body')
      assert.match(problem.detail, reason)
    })
  }
})
