// What proofs and benchmarks declare about themselves is true: their files, their reports, and that nothing is left out.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { changeSteps } from '../tools/ci/steps.ts'
import { readCoverage } from '../tools/programs/covered-files.ts'
import { readPrograms } from '../tools/programs/programs.ts'
import { measuredCommitOf } from '../tools/release/guarantee-reports.ts'

const root = join(import.meta.dirname, '..')
const programs = readPrograms()
const coverage = readCoverage()
const find = (name: string) => {
  const program = programs.find((one) => one.name === name)
  assert.ok(program, name)
  return program
}

describe('proofs and benchmarks', () => {
  it('cover files that exist', () => {
    const missing = programs.flatMap(({ name, proof }) =>
      proof.covers
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${name}: ${path}`),
    )
    assert.deepEqual(missing, [])
  })

  it('cover every domain of the server', () => {
    const domains = readdirSync(join(root, 'server/src/domains')).map(
      (name) => `server/src/domains/${name}`,
    )
    const proofs = programs.filter(({ proof }) => proof.tier === 'change')
    const bare = domains.filter((path) => !proofs.some((one) => coverage.covers(one, path)))
    assert.deepEqual(bare, [])
  })

  it('have a budget that leaves time for the others', () => {
    for (const { name, proof } of programs.filter((one) => one.proof.tier === 'change')) {
      assert.ok(proof.budgetSeconds > 0 && proof.budgetSeconds <= 300, name)
    }
  })

  it('of the tier release say why they do not run on every change', () => {
    for (const { name, proof } of programs) {
      if (proof.tier === 'release') assert.ok(proof.tierReason.length > 20, name)
    }
  })

  it('of the tier change are steps of .ci/run, and no others are', () => {
    const steps = changeSteps(programs).filter(({ name }) => /^(prove|bench) /.test(name))
    const named = programs
      .filter(({ proof }) => proof.tier === 'change')
      .map(({ verb, name }) => `${verb} ${name}`)
    assert.deepEqual(steps.map(({ name }) => name).toSorted(), named.toSorted())
  })

  it('state their figures in reports that name a commit', () => {
    const reports = new Set(programs.flatMap(({ proof }) => proof.report ?? []))
    for (const report of reports) {
      const page = readFileSync(join(root, `docs/guarantees/${report}.md`), 'utf8')
      assert.match(measuredCommitOf(page) ?? 'no commit', /^[0-9a-f]{7,}$/, report)
    }
    const pages = readdirSync(join(root, 'docs/guarantees')).map((file) => file.replace('.md', ''))
    const others = ['README', 'release-check', ...reports]
    assert.deepEqual(
      pages.filter((page) => !others.includes(page)),
      [],
    )
  })
})

describe('the files a program speaks about', () => {
  it('are those it declares', () => {
    assert.ok(coverage.covers(find('ssrf'), 'server/src/egress/egress.ts'))
    assert.ok(!coverage.covers(find('ssrf'), 'server/src/domains/tasks/store.ts'))
  })

  it('are those it imports, and those it starts by path', () => {
    assert.ok(coverage.covers(find('delivery'), 'tests/harness/clients/webhook.ts'))
    assert.ok(coverage.covers(find('delivery'), 'proofs/delivery/careless-worker.ts'))
    assert.ok(coverage.covers(find('schema-fuzz'), 'proofs/schema-fuzz/hooks.py'))
  })

  it('are not all of the product, though a harness imports that', () => {
    assert.ok(!coverage.covers(find('signatures'), 'server/src/domains/connectors/store.ts'))
  })
})
