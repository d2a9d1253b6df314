// What `tasks api` prints of a response: bytes and JSON as they were received.
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { CommandInput } from '#cli/program/command-input.ts'
import { Output } from '#cli/terminal/output.ts'
import { printResponse } from './api.ts'

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe])

async function printed(
  stdout: PassThrough & { isTTY?: boolean },
  response = new Response(png),
): Promise<Buffer> {
  const output = new Output({ json: false, color: false, stdout })
  await printResponse({ output, input: new CommandInput([], {}) }, response)
  stdout.end()
  return buffer(stdout)
}

test('a file or a program gets the bytes unchanged, a terminal no control characters', async () => {
  assert.deepEqual([...(await printed(new PassThrough()))], [...png])
  const shown = await printed(Object.assign(new PassThrough(), { isTTY: true }))
  assert.equal(shown.includes(0x1a), false)
})

const exact = '{"id":12345678901234567890, "amount":10.00,"text":"\\u00e9\u009b2J"}'
const json = (text: string) =>
  new Response(text, { headers: { 'content-type': 'application/json' } })

test('JSON keeps its numbers, escapes and spaces', async () => {
  const piped = await printed(new PassThrough(), json(exact))
  assert.equal(piped.toString(), `${exact.replace('\u009b', '\\u009b')}\n`)
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  const shown = (await printed(terminal, json(exact))).toString()
  assert.match(shown, /^ {2}"id": 12345678901234567890,$/m)
  assert.match(shown, /^ {2}"amount": 10\.00,$/m)
  const broken = await printed(
    Object.assign(new PassThrough(), { isTTY: true, columns: 80 }),
    json('{"a":'),
  )
  assert.equal(broken.toString(), '{"a":\n')
})
