// The codes and texts that the source uses, to be compared with the catalogs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser'
import { readTree } from '../architecture/read-tree.ts'

export type Words = {
  /** First arguments of `new Problem(…)`. */
  problemCodes: ReadonlySet<string>
  texts: ReadonlySet<string>
  /** First arguments of `describeOperation(…)`. */
  describedOperations: ReadonlySet<string>
}

export type SourceText = { path: string; text: string }

export function readWords(sources: readonly SourceText[]): Words {
  const problemCodes = new Set<string>()
  const texts = new Set<string>()
  const describedOperations = new Set<string>()
  const visitor = new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.add(value)
    },
    NewExpression: (node) => addFirst(problemCodes, 'Problem', node),
    CallExpression: (node) => addFirst(describedOperations, 'describeOperation', node),
  })
  for (const { path, text } of sources) visitor.visit(parseSync(path, text).program)
  return { problemCodes, texts, describedOperations }
}

function addFirst(found: Set<string>, callee: string, node: CallExpression | NewExpression): void {
  const [first] = node.arguments
  if (node.callee.type !== 'Identifier' || node.callee.name !== callee) return
  if (first?.type === 'Literal' && typeof first.value === 'string') found.add(first.value)
}

const root = join(import.meta.dirname, '../..')

export function readSources(matching: RegExp): SourceText[] {
  return readTree(root)
    .sources.filter(({ path }) => matching.test(path))
    .map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
