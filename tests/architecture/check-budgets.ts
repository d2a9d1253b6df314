// The budgets: a file, a function, a folder and a slice that a reader can hold in mind, and names
// that say something.
import { basename, dirname } from 'node:path'
import { findModule, isProduct, sliceName } from './find-module.ts'
import type { Source } from './read-source.ts'
import { isTestFile, type Tree } from './read-tree.ts'
import type { Rules, Violation } from './rule-types.ts'

const kebabName = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/

export function checkBudgets(tree: Tree, rules: Rules): Violation[] {
  return [
    ...tree.sources.flatMap((source) => checkSource(source, rules)),
    ...checkFolders(tree, rules),
    ...checkSlices(tree, rules),
    ...checkPackages(tree, rules),
  ]
}

function checkSource({ path: file, lines, functions }: Source, rules: Rules): Violation[] {
  const violations: Violation[] = []
  const budget = rules.budgets.files.find((row) => row.files.test(file))
  if (budget !== undefined && lines > budget.maxLines) {
    const message = `${lines} lines; ${budget.what} has at most ${budget.maxLines}. Split it by subject, each file named after its main export.`
    violations.push({ rule: 'file-lines', file, line: budget.maxLines, message })
  }
  for (const { line, lines: length } of functions) {
    if (length <= rules.budgets.functionLines) continue
    const message = `a function of ${length} lines; at most ${rules.budgets.functionLines}. Give its steps names and call them.`
    violations.push({ rule: 'function-lines', file, line, message })
  }
  const words = file.replace(/\.[cm]?[jt]sx?$/, '').split(/[/.]/)
  const empty = words.find((word) => rules.emptyNames.includes(word))
  if (empty !== undefined) {
    const message = `'${empty}' says nothing. Name the file after what it gives to others.`
    violations.push({ rule: 'name', file, line: 1, message })
  }
  if (!kebabName.test(basename(file))) {
    const message = `${basename(file)} is not kebab-case. Rename it after its main export, in lower case with hyphens.`
    violations.push({ rule: 'name', file, line: 1, message })
  }
  return violations
}

// A test beside its subject is part of it and does not count.
function checkFolders(tree: Tree, rules: Rules): Violation[] {
  const counts = new Map<string, number>()
  for (const { path } of tree.sources) {
    const subject = path.replace(/(\.[^./]+)?\.(test|e2e)\./, '.')
    const counted = !isTestFile(path) || !tree.paths.has(subject)
    if (counted) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  const { filesInFolder } = rules.budgets
  return [...counts]
    .filter(([, count]) => count > filesInFolder)
    .map(([file, count]) => ({
      rule: 'folder-files' as const,
      file,
      line: 1,
      message: `${count} files in one folder; at most ${filesInFolder}. Group them into folders by subject.`,
    }))
}

function checkSlices(tree: Tree, rules: Rules): Violation[] {
  const sizes = new Map<string, number>()
  for (const { path, lines } of tree.sources) {
    const place = findModule(rules, path)
    if (place === undefined || !isProduct(place) || place.row.entry === undefined) continue
    const name = sliceName(place)
    if (!isTestFile(path)) sizes.set(name, (sizes.get(name) ?? 0) + lines)
  }
  const { sliceLines } = rules.budgets
  return [...sizes]
    .filter(([, lines]) => lines > sliceLines)
    .map(([file, lines]) => ({
      rule: 'slice-lines' as const,
      file,
      line: 1,
      message: `${lines} lines without tests; a domain, or a subfolder of one, has at most ${sliceLines}. Move a subject of its own into a subfolder with an index.ts.`,
    }))
}

function checkPackages(tree: Tree, rules: Rules): Violation[] {
  const violations: Violation[] = []
  for (const [dir, most] of Object.entries(rules.budgets.runtimeDependencies)) {
    const names = [...(tree.packages.get(dir)?.dependencies ?? [])]
    const count = names.filter((name) => !tree.packagesByName.has(name)).length
    if (count <= most) continue
    const message = `${count} run-time dependencies; at most ${most}. Do without one, or write the decision page that raises the budget.`
    violations.push({ rule: 'runtime-dependencies', file: `${dir}/package.json`, line: 1, message })
  }
  const scripts = tree.packages.get('.')?.scriptCount ?? 0
  if (scripts > rules.budgets.rootScripts) {
    const message = `${scripts} npm scripts; at most ${rules.budgets.rootScripts}. Make it an argument of an existing one.`
    violations.push({ rule: 'root-scripts', file: 'package.json', line: 1, message })
  }
  return violations
}
