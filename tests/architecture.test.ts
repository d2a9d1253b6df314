// Checks the tree against the rule table, and the checks themselves on trees with known faults.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { checkTree, describeViolation } from './architecture/check-tree.ts'
import { dashboardFaults } from './architecture/faults/dashboard-faults.ts'
import { domainFaults } from './architecture/faults/domain-faults.ts'
import { importFaults } from './architecture/faults/import-faults.ts'
import type { Fault } from './architecture/faults/planted-fault.ts'
import { programFaults } from './architecture/faults/program-faults.ts'
import { shapeFaults } from './architecture/faults/shape-faults.ts'
import { socketFaults } from './architecture/faults/socket-faults.ts'
import { withoutTypes } from './architecture/find-module.ts'
import { type Files, plantedEdge, withPlantedTree } from './architecture/plant-tree.ts'
import type { ModuleRow, RuleName, Rules } from './architecture/rule-types.ts'
import { rules } from './architecture.rules.ts'

// The type asks for each rule by name, so a rule without a planted fault does not compile.
const plantedFaults: Readonly<Record<RuleName, readonly Fault[]>> = {
  ...importFaults,
  ...domainFaults,
  ...dashboardFaults,
  ...programFaults,
  ...shapeFaults,
  ...socketFaults,
}

const lines = (count: number): string => '\n'.repeat(count)

// Only the edges that the planted tree uses.
const plantedRules: Rules = {
  ...rules,
  domainEdges: rules.domainEdges.filter(({ from, to }) => from === 'tasks' && to === 'audit'),
  sliceEdges: [plantedEdge],
}

const check = (files: Files, table = plantedRules): string[] =>
  withPlantedTree(files, (root) => checkTree(root, table).map(describeViolation))

describe('the tree', () => {
  test('follows every rule', () => {
    const found = checkTree(join(import.meta.dirname, '..'), rules).map(describeViolation)
    assert.equal(found.length, 0, `${found.length} broken:\n\n${found.join('\n\n')}\n`)
  })
})

describe('the table', () => {
  test('gives a reason and an alternative for every module and a reason for every edge', () => {
    for (const row of rules.modules) assert.ok(row.why && row.instead, row.module)
    for (const part of rules.sliceParts) assert.ok(part.instead, part.part)
    const siblings = rules.modules.flatMap((row) => row.siblings ?? [])
    const edges = [...rules.domainEdges, ...rules.sliceEdges, ...siblings]
    for (const edge of edges) assert.ok(edge.why, `${edge.from} → ${edge.to}`)
    for (const owner of rules.socketOwners) assert.ok(owner.why, owner.path)
  })

  test('lists only files of features that exist', () => {
    for (const { path, siblings = [] } of rules.modules) {
      for (const { to, files } of siblings) {
        for (const file of files) {
          assert.ok(existsSync(join(import.meta.dirname, '..', path, to, file)), `${to}/${file}`)
        }
      }
    }
  })
})

describe('the guard', () => {
  test('finds nothing in a tree that follows the rules', () => {
    assert.deepEqual(check({}), [])
  })

  for (const [rule, faults] of Object.entries(plantedFaults)) {
    for (const { what, at, files, table, says } of faults) {
      test(`${rule}: catches ${what}`, () => {
        const found = check(files ?? {}, table?.(plantedRules))
        const caught = found.filter(
          (line) => line.startsWith(`${at}:`) && line.includes(`[${rule}]`),
        )
        assert.ok(
          caught.some((line) => says.test(line)),
          `not caught; found:\n${found.join('\n')}`,
        )
      })
    }
  }

  test('lets pass what listens, talks about addresses, or only has the name of a global', () => {
    const files = {
      'server/src/http/a.ts':
        "import { createServer, type Agent } from 'node:http'\nimport { isIP } from 'node:net'\nexport type { Socket } from 'node:net'\nexport const listen = [createServer, isIP]\nexport type T = Agent\n",
      'server/src/lib/a.ts':
        'type Client = { fetch(): void; WebSocket: 1 }\nexport const a = (client: Client) => ({ fetch: client.fetch() })\n',
      'server/src/egress/a.ts':
        "import { connect } from 'node:net'\nexport const a = [connect, fetch]\n",
    }
    assert.deepEqual(check(files), [])
  })

  test('lets pass what lies exactly at a budget', () => {
    const files: Record<string, string> = {
      'server/src/events/a.ts': lines(350),
      'tests/a.test.ts': lines(500),
      'contract/src/operations/operations.ts': lines(600),
      'server/src/events/b.ts': `function a() {${lines(59)}}`,
      'tests/b.test.ts': `describe('a chapter', () => {${lines(100)}})`,
    }
    for (let i = 0; i < 20; i++) {
      files[`server/src/lib/a${i}.ts`] = ''
      files[`server/src/lib/a${i}.test.ts`] = ''
    }
    assert.deepEqual(check(files), [])
  })
})

describe('the module rows', () => {
  const pairs = rules.modules.flatMap((from) =>
    rules.modules.filter((to) => to.module !== from.module).map((to) => ({ from, to })),
  )

  test('catch every pair of modules they do not allow, by value and by type', () => {
    const expected = pairs.filter(({ from, to }) => !mentions(from, to))
    assert.ok(expected.length > 250, `only ${expected.length} pairs`)
    assert.deepEqual(refusedPairs(expected, 'import'), names(expected))
    assert.deepEqual(refusedPairs(expected, 'import type { T } from'), names(expected))
  })

  test('let pass every pair they allow, types where only types are allowed', () => {
    const whole = pairs.filter(({ from, to }) => from.mayImport.includes(to.module))
    const typesOnly = pairs.filter(({ from, to }) =>
      from.mayImport.includes(`types of ${to.module}`),
    )
    assert.deepEqual(refusedPairs(whole, 'import'), [])
    assert.deepEqual(refusedPairs(typesOnly, 'import type { T } from'), [])
    assert.deepEqual(refusedPairs(typesOnly, 'import'), names(typesOnly))
  })
})

type Pair = { readonly from: ModuleRow; readonly to: ModuleRow }

/** Whether the row allows the folder or any file of it; single files have their own planted faults. */
const mentions = (from: ModuleRow, to: ModuleRow): boolean =>
  from.mayImport.map(withoutTypes).some((it) => it === to.module || it.startsWith(`${to.module}/`))

const names = (pairs: readonly Pair[]): string[] =>
  pairs.map(({ from, to }) => `${from.module} → ${to.module}`).toSorted()

// One file per importing module with one line per pair, so that a violation's line names the pair.
function refusedPairs(pairs: readonly Pair[], statement: string): string[] {
  const files: Record<string, string> = {}
  const pairAt = new Map<string, Pair>()
  for (const pair of pairs) {
    const file = fileIn(pair.from, 'visitor.ts')
    const text = files[file] ?? ''
    files[file] = `${text}${statement} '${climb(file)}${fileIn(pair.to, 'index.ts')}'\n`
    pairAt.set(`${file}:${text.split('\n').length}`, pair)
  }
  const violations = withPlantedTree(files, (root) => checkTree(root, rules))
  const refused = violations
    .filter(({ rule }) => rule === 'import')
    .map(({ file, line }) => pairAt.get(`${file}:${line}`))
  return names(refused.filter((pair) => pair !== undefined))
}

const climb = (file: string): string => '../'.repeat(file.split('/').length - 1)

function fileIn({ path, each }: ModuleRow, name: string): string {
  if (path.endsWith('.ts')) return path
  return each ? `${path}/tasks/${name}` : `${path}/${name}`
}
