import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

test('an incomplete installation is started again, a complete one is kept', async (t) => {
  const cache = mkdtempSync(join(tmpdir(), 'task-service-cache-'))
  t.after(() => rmSync(cache, { recursive: true }))
  process.env['TASK_SERVICE_CACHE'] = cache
  const { fillFolder, peerFolder } = await import('./peer-folder.ts')
  const file = join(peerFolder('peer-1.0'), 'program')

  const brokenOff = fillFolder('peer-1.0', async (directory) => {
    writeFileSync(join(directory, 'program'), 'half')
    throw new Error('broken off')
  })
  await assert.rejects(brokenOff, /broken off/)
  assert.ok(!existsSync(file))

  for (const content of ['whole', 'never written']) {
    await fillFolder('peer-1.0', async (directory) =>
      writeFileSync(join(directory, 'program'), content),
    )
  }
  assert.equal(readFileSync(file, 'utf8'), 'whole')
})
