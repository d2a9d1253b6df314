// The rules of proofs and benches: each has its own folder, and what several share is in a shared folder.
import { findModule } from './find-module.ts'
import { isTestFile, type Tree } from './read-tree.ts'
import { resolveImport } from './resolve-import.ts'
import type { OuterModuleRow, Programs, Rules, Violation } from './rule-types.ts'

type ProgramModule = OuterModuleRow & { readonly programs: Programs }

export function checkPrograms(tree: Tree, rules: Rules): Violation[] {
  return rules.outerModules
    .filter((row): row is ProgramModule => row.programs !== undefined)
    .flatMap((row) => [...checkShape(tree, row), ...checkImporters(tree, rules, row)])
}

function checkShape(tree: Tree, row: ProgramModule): Violation[] {
  const { path: module, programs } = row
  const inside = tree.sources.flatMap(({ path }) => pathInside(row, path) ?? [])
  const loose = inside.filter(
    (path) => !path.includes('/') && !isTestFile(path) && !programs.files.includes(path),
  )
  const folders = new Set(inside.filter((path) => path.includes('/')).map(folderOf))
  const nameless = [...folders].filter(
    (folder) => folder !== programs.shared && !tree.paths.has(`${module}/${folder}/${folder}.ts`),
  )
  const share = `${advice(row)}.`
  return [
    ...loose.map((path) => {
      const name = path.replace(/\.ts$/, '')
      return shape(
        `${module}/${path}`,
        `a program is ${module}/<name>/<name>.ts. Move it to ${module}/${name}/${path}, or ${share}`,
      )
    }),
    ...nameless.map((folder) =>
      shape(
        `${module}/${folder}`,
        `there is no program ${folder}.ts in it. Name the folder after its program, or ${share}`,
      ),
    ),
  ]
}

const shape = (file: string, message: string): Violation => ({
  rule: 'program-shape',
  file,
  line: 1,
  message,
})

function checkImporters(tree: Tree, rules: Rules, row: ProgramModule): Violation[] {
  return tree.sources.flatMap(({ path: file, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const target = specifier === null ? undefined : resolveImport(tree, file, specifier)
      const imported = target?.kind === 'file' ? pathInside(row, target.path) : undefined
      if (imported === undefined || mayImport(rules, row, file, imported)) return []
      const message = `${row.path}/${imported} belongs to its program alone. To use it here, ${advice(row)}.`
      return [{ rule: 'program-import' as const, file, line, message }]
    }),
  )
}

function mayImport(rules: Rules, row: ProgramModule, importer: string, imported: string): boolean {
  const from = pathInside(row, importer)
  if (from === undefined) {
    return row.programs.importedBy.includes(findModule(rules, importer)?.module ?? '')
  }
  return folderOf(from) === folderOf(imported) || folderOf(imported) === row.programs.shared
}

const advice = ({ path, programs: { shared } }: ProgramModule): string =>
  shared === undefined
    ? 'move what is shared to tests/harness'
    : `move what is shared to tests/harness, or to ${path}/${shared} if only programs of ${path} use it`

const pathInside = ({ path: module }: ProgramModule, path: string): string | undefined =>
  path.startsWith(`${module}/`) ? path.slice(module.length + 1) : undefined

/** The first folder of a path; a file beside the folders has none. */
const folderOf = (inside: string): string => inside.split('/').slice(0, -1)[0] ?? ''
