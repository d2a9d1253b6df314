// The suite of `compose-api` is chosen by what test files import, so that one that cannot ask a deployment is noticed when
// it is written, and not when the proof is run.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findApiSuite, judgeTestFile } from './api-suite.ts'

const judge = (sources: Record<string, string>) =>
  judgeTestFile('server/src/x.test.ts', (file) => sources[file] ?? '')

test('every test file that asks the API can ask a deployment, or api-suite.ts says why not', () => {
  const { files, alone } = findApiSuite()
  const unfit = [...files, ...alone].flatMap((file) => {
    const uses = judgeTestFile(file)?.uses ?? []
    return uses.length > 0 ? [`${file} uses ${uses.join(', ')}`] : []
  })
  assert.deepEqual(unfit, [])
  assert.ok(files.length > 40, `${files.length} files are left`)
})

const asked = `import { newTenant } from '../../tests/harness/test-api.ts'\n`
const imports = (clause: string) => `${asked}${clause} from '../../tests/harness/vault.ts'\n`

describe('what a test file uses', () => {
  test('is seen in the file itself', () => {
    for (const use of ['buildLocalApi', 'startService', 'createDatabase', "process.env['TZ'] ="]) {
      assert.deepEqual(judge({ 'server/src/x.test.ts': `${asked}${use}` })?.uses, [use])
    }
  })

  test('is seen in what it imports, also over several lines, but not in types', () => {
    const vault = 'tests/harness/vault.ts'
    for (const [clause, uses] of [
      ['import { a }', ['createDatabase']],
      ['import {\n  a,\n}', ['createDatabase']],
      ['import type { A }', []],
    ] as const) {
      const sources = { 'server/src/x.test.ts': imports(clause), [vault]: 'createDatabase()' }
      assert.deepEqual(judge(sources)?.uses, uses, clause)
    }
  })

  test('is nothing where only the shared API is asked, and unknown where none is', () => {
    assert.deepEqual(judge({ 'server/src/x.test.ts': asked })?.uses, [])
    assert.equal(judge({ 'server/src/x.test.ts': 'createDatabase()' }), undefined)
  })
})
