// All rules for one directory: what the architecture test checks on the real tree and on planted ones.
import { checkBudgets } from './check-budgets.ts'
import { checkCycles } from './check-cycles.ts'
import { checkDependencies } from './check-dependencies.ts'
import { checkImports } from './check-imports.ts'
import { checkPrograms } from './check-programs.ts'
import { checkSockets } from './check-sockets.ts'
import { checkTable } from './check-table.ts'
import { checkUnusedEdges } from './check-unused-edges.ts'
import { findModule, isProduct } from './find-module.ts'
import { isTestFile, readTree, type Tree } from './read-tree.ts'
import type { Rules, Violation } from './rule-types.ts'
import { checkSliceShapes } from './slice-rules.ts'

export function checkTree(root: string, rules: Rules): Violation[] {
  const tree = readTree(root)
  return [
    ...checkTable(rules),
    ...checkSyntax(tree),
    ...checkImports(tree, rules),
    ...checkUnusedEdges(tree, rules),
    ...checkPrograms(tree, rules),
    ...checkCycles(tree),
    ...checkDependencies(tree, rules),
    ...checkEnvironment(tree, rules),
    ...checkSockets(tree, rules),
    ...checkSliceShapes(tree, rules),
    ...checkBudgets(tree, rules),
  ]
}

export const describeViolation = ({ rule, file, line, message }: Violation): string =>
  `${file}:${line} [${rule}] ${message}`

// A file that cannot be parsed would otherwise pass every rule by having no imports.
const checkSyntax = (tree: Tree): Violation[] =>
  tree.sources.flatMap(({ path: file, syntaxErrors }) =>
    syntaxErrors.map((error) => ({
      rule: 'syntax' as const,
      file,
      line: 1,
      message: `${error}. Fix the syntax; no rule can be checked before.`,
    })),
  )

function checkEnvironment(tree: Tree, rules: Rules): Violation[] {
  const message = `only ${rules.environmentReaders.join(' and ')} read the environment. Declare the variable in server/src/config/schema.ts and take its value from the configuration.`
  return tree.sources.flatMap(({ path: file, environmentReads }) => {
    const place = findModule(rules, file)
    const free = place === undefined || !isProduct(place) || isTestFile(file)
    if (free || rules.environmentReaders.includes(file)) return []
    return environmentReads.map((line) => ({ rule: 'environment' as const, file, line, message }))
  })
}
