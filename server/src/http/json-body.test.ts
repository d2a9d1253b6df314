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
      'and too long to locate the error cheaply',
      Buffer.from(`[${'1,'.repeat(4_000)}`),
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
