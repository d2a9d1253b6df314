// Controls that run the program with changed lines name files and texts of the source; those must be there, once.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Spoiling } from '../tests/harness/processes/spoiled-program.ts'

const mains = globSync('*/*.ts', { cwd: import.meta.dirname })
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('runSpoiled('))
  .toSorted()

const loaded = new Set<string>()
const hooks = registerHooks({
  load(url, context, next) {
    loaded.add(url)
    return next(url, context)
  },
})
await import('../server/src/commands/serve.ts')
// What the proofs load later is not part of serve.
hooks.deregister()

function findFaults(spoiling: Spoiling): string[] {
  return Object.entries(spoiling).flatMap(([end, changes]) => {
    const [url, ...others] = [...loaded].filter((one) => one.endsWith(end))
    if (url === undefined) return [`no file that serve loads ends in ${end}`]
    if (others.length > 0) return [`several files that serve loads end in ${end}`]
    const source = readFileSync(fileURLToPath(url), 'utf8')
    return changes.flatMap(([text]) => {
      const count = source.split(text).length - 1
      return count === 1 ? [] : [`${end} has ${count} times: ${text}`]
    })
  })
}

describe('the programs of controls', () => {
  it('are found', () => {
    assert.ok(mains.length >= 4, mains.join(', '))
  })

  for (const main of mains) {
    it(`change files that are loaded, and texts that stand in them once: ${main}`, async () => {
      const path = join(import.meta.dirname, main)
      const { spoilings = [] } = (await import(path)) as { spoilings?: readonly Spoiling[] } // checked next
      assert.ok(spoilings.length > 0, `${main} exports no spoilings`)
      assert.deepEqual(spoilings.flatMap(findFaults), [])
    })
  }

  it('control: a file that only the proofs load is noticed', () => {
    const faults = findFaults({ '/processes/spoiled-program.ts': [['export', '']] })
    assert.deepEqual(faults, ['no file that serve loads ends in /processes/spoiled-program.ts'])
  })

  it('control: a missing file, and texts that are missing or stand there twice, are noticed', () => {
    const faults = findFaults({
      '/commands/no-such-file.ts': [['export', '']],
      '/commands/serve.ts': [
        ['no such text', ''],
        ['import', ''],
      ],
    })
    assert.equal(faults.length, 3, faults.join('\n'))
  })
})
