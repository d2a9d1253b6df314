// Files with secrets: their mode, and what stays after a failed write.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readJsonFile, writePrivateFile } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tasks-files-'))
after(() => rmSync(folder, { recursive: true }))
const modeOf = (path: string): number => statSync(path).mode & 0o777

test('a file is private, and so is its folder; an older one is replaced', async () => {
  const path = join(folder, 'deep/config.json')
  await writePrivateFile(path, '{"a":1}')
  writeFileSync(path, 'old', { mode: 0o644 })
  await writePrivateFile(path, '{"a":2}')
  assert.deepEqual(await readJsonFile(path), { a: 2 })
  assert.deepEqual([modeOf(path), modeOf(join(folder, 'deep'))], [0o600, 0o700])
  assert.deepEqual(readdirSync(join(folder, 'deep')), ['config.json'])
})

test('a file that is not JSON is named, and not shown', async () => {
  const path = join(folder, 'broken.json')
  for (const text of ['{"key":"secret"', '[]', 'null']) {
    writeFileSync(path, text)
    await assert.rejects(
      readJsonFile(path),
      ({ message }: Error) => message.includes(path) && !message.includes('secret'),
    )
  }
  assert.equal(readFileSync(path, 'utf8'), 'null')
  assert.equal(await readJsonFile(join(folder, 'none.json')), undefined)
})
