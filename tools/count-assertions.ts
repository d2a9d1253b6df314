// `node tools/count-assertions.ts [folder]`: how many places of a checkout check something, to compare two commits.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallExpression, parseSync, Visitor } from 'oxc-parser'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const kinds = {
  'unit and API tests': '**/*.test.ts',
  'browser tests': 'tests/e2e/**/*.ts',
  'test harness': '{tests/harness,kit/testing,integrations/*/testing}/**/*.ts',
  'proofs and benchmarks': '{proofs,bench}/**/*.ts',
}
/** Criteria of verdicts, and what a browser test waits for, check as much as an assertion does. */
const checks = /^(assert|insist|becomes|until|none|atMost|atLeast|equals|isTrue)$/

function nameOf({ callee }: CallExpression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return ''
  if (callee.property.name === 'waitFor') return 'becomes'
  return callee.object.type === 'Identifier' ? callee.object.name : ''
}

let total = 0
for (const [kind, pattern] of Object.entries(kinds)) {
  let count = 0
  const files = globSync(pattern, { cwd: root, exclude: (entry) => entry === 'node_modules' })
  for (const file of files) {
    const visitor = new Visitor({
      CallExpression: (call) => {
        if (checks.test(nameOf(call))) count += 1
      },
    })
    visitor.visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  }
  total += count
  console.log(`${String(count).padStart(6)}  ${kind} (${files.length} files)`)
}
console.log(`${String(total).padStart(6)}  in total`)
