// What `tasks api` prints of a response that is no JSON.
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { CommandInput } from '#cli/program/command-input.ts'
import { Output } from '#cli/terminal/output.ts'
import { printResponse } from './api.ts'

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe])

async function printed(stdout: PassThrough & { isTTY?: boolean }): Promise<Buffer> {
  const output = new Output({ json: false, color: false, stdout })
  await printResponse({ output, input: new CommandInput([], {}) }, new Response(png))
  stdout.end()
  return buffer(stdout)
}

test('a file or a program gets the bytes unchanged, a terminal no control characters', async () => {
  assert.deepEqual([...(await printed(new PassThrough()))], [...png])
  const shown = await printed(Object.assign(new PassThrough(), { isTTY: true }))
  assert.equal(shown.includes(0x1a), false)
})
