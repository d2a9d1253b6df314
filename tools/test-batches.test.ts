// Runs a batch in a process of its own, as `npm test` does: results and failures belong to the files of the batch.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { childEnv } from '../tests/harness/child-env.ts'
import type { TestResults } from './ci/suite-results.ts'
import { kindOfTest, planBatches, relativePath } from './test-batches.ts'

const temporary = join(import.meta.dirname, '..', '.tmp')
mkdirSync(temporary, { recursive: true })
const folder = mkdtempSync(join(temporary, 'batch-test-'))
after(() => rmSync(folder, { recursive: true }))

type Outcome = TestResults & { passed: number; failed: number }

async function runBatch(name: string, sources: Record<string, string>): Promise<Outcome> {
  const files = Object.entries(sources).map(([file, source]) => {
    const path = join(folder, `${name}-${file}`)
    writeFileSync(path, `import { before, beforeEach, describe, it } from 'node:test'\n${source}`)
    return relativePath(path)
  })
  const script = `import { run } from 'node:test'
    import { collectResults } from ${JSON.stringify(join(import.meta.dirname, 'collect-results.ts'))}
    import { removeBatches, writeBatch } from ${JSON.stringify(join(import.meta.dirname, 'test-batches.ts'))}
    const files = ${JSON.stringify(files)}
    const path = writeBatch({ kind: 'pure', files }, ${JSON.stringify(`${name}-${process.pid}`)})
    const stream = run({ files: [path] })
    let total
    const results = collectResults(stream, new Map([[path, files]]), (counts) => void (total = counts))
    for await (const event of stream);
    removeBatches()
    console.log(JSON.stringify({ ...results, ...total }))`
  const run = promisify(execFile)
  const program = join(folder, `${name}.mjs`)
  writeFileSync(program, script)
  const { stdout } = await run(process.execPath, [program], {
    env: childEnv(),
  })
  return JSON.parse(stdout) as Outcome // printed above
}

const short = ({ files, failures, ...counts }: Outcome) => ({
  files: files.map(({ file, tests }) => `${file.replace(/.*-/, '')} ${tests}`),
  failures: failures.map(
    ({ file, name }) => `${file.replace(/.*-/, '')}: ${name.replace(/.*-/, '')}`,
  ),
  ...counts,
})

describe('a batch', () => {
  test('counts tests by file and assigns a failure to the file of the test', async () => {
    const outcome = await runBatch('mixed', {
      'one.test.mjs': `it('passes', () => {}); describe('suite', () => { it('passes too', () => {}) })`,
      'two.test.mjs': `describe('suite', () => { it('fails', () => { throw new Error('broken') }) })`,
      'three.test.mjs': `it('passes', () => {})`,
    })
    assert.deepEqual(short(outcome), {
      files: ['one.test.mjs 2', 'two.test.mjs 1', 'three.test.mjs 1'],
      failures: ['two.test.mjs: fails'],
      passed: 3,
      failed: 1,
    })
  })

  test('applies the hooks of a file to its own tests only', async () => {
    const outcome = await runBatch('hooks', {
      'one.test.mjs': `beforeEach(() => { throw new Error('broken') }); it('has a hook', () => {})`,
      'two.test.mjs': `it('has none', () => {})`,
    })
    assert.deepEqual(
      [short(outcome).failures, outcome.passed, outcome.failed],
      [['one.test.mjs: has a hook'], 1, 1],
    )
  })

  test('fails with a file that cannot be loaded, and runs the others', async () => {
    const outcome = await runBatch('load', {
      'one.test.mjs': `throw new Error('broken')`,
      'two.test.mjs': `it('passes', () => {})`,
    })
    assert.deepEqual(short(outcome).failures, ['one.test.mjs: one.test.mjs'])
    assert.deepEqual([outcome.passed, outcome.failed > 0], [1, true])
  })

  test('that ends early is a failure of all its files, because some did not run', async () => {
    const outcome = await runBatch('exit', {
      'one.test.mjs': `it('passes', () => {})`,
      'two.test.mjs': `it('ends the process', () => new Promise(() => setTimeout(() => process.exit(3), 500)))`,
      'three.test.mjs': `it('does not run', () => {})`,
    })
    assert.ok(outcome.failed > 0)
    const files = new Set(outcome.failures.map(({ file }) => file.replace(/.*-/, '')))
    assert.deepEqual([...files].toSorted(), ['one.test.mjs', 'three.test.mjs', 'two.test.mjs'])
  })
})

describe('the plan', () => {
  const file = 'server/src/lib/x.test.ts'
  const kind = (source: string, harness = '') =>
    kindOfTest(file, (path) => (path === file ? source : harness))

  test('has each file once', () => {
    const files = ['server/src/lib/cursor.test.ts', 'server/src/domains/comments/routes.test.ts']
    const { batches, alone } = planBatches([...files, 'tests/operate/commands.test.ts'])
    assert.deepEqual(batches, [
      { kind: 'api', files: ['server/src/domains/comments/routes.test.ts'] },
      { kind: 'pure', files: ['server/src/lib/cursor.test.ts'] },
    ])
    assert.deepEqual(alone, ['tests/operate/commands.test.ts'])
  })

  test('gives a process to a test that changes its process or starts another', () => {
    for (const use of [
      "process.env['TZ'] = 'UTC'",
      'mock.timers',
      'startCluster()',
      'process.on(',
    ]) {
      assert.equal(kind(use), undefined, use)
    }
    assert.equal(kind('const a = 1'), 'pure')
  })

  test('runs tests on a quiet server in batches, because those of a process take turns', () => {
    const files = [
      'server/src/domains/deliveries/dispatch/service/dispatch.slices.test.ts',
      'server/src/domains/sync/engine/service/pull.quiet.test.ts',
    ]
    const { batches, alone } = planBatches(files)
    assert.deepEqual(
      batches.map(({ kind: of }) => of),
      ['database', 'database'],
    )
    assert.deepEqual([batches.flatMap((batch) => batch.files), alone], [files, []])
  })

  test('looks at what a test imports', () => {
    const source = `import { a } from '../../../tests/harness/x.ts'\n`
    assert.equal(kind(source, 'child_process'), undefined)
    assert.equal(kind(source), 'pure')
  })
})
