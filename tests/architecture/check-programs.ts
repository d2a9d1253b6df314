// The law of proofs and benches: each lives with its parts in a folder of its own, and what several share lies elsewhere.
import { findRoom } from './find-room.ts'
import { isTestFile, type Tree } from './read-tree.ts'
import { resolveImport } from './resolve-import.ts'
import type { OuterRoomRow, Programs, Rules, Violation } from './rule-types.ts'

type ProgramRoom = OuterRoomRow & { readonly programs: Programs }

export function checkPrograms(tree: Tree, rules: Rules): Violation[] {
  return rules.outerRooms
    .filter((row): row is ProgramRoom => row.programs !== undefined)
    .flatMap((row) => [...checkShape(tree, row), ...checkImporters(tree, rules, row)])
}

function checkShape(tree: Tree, row: ProgramRoom): Violation[] {
  const { path: room, programs } = row
  const inside = tree.sources.flatMap(({ path }) => pathInside(row, path) ?? [])
  const loose = inside.filter(
    (path) => !path.includes('/') && !isTestFile(path) && !programs.files.includes(path),
  )
  const folders = new Set(inside.filter((path) => path.includes('/')).map(folderOf))
  const nameless = [...folders].filter(
    (folder) => folder !== programs.shared && !tree.paths.has(`${room}/${folder}/${folder}.ts`),
  )
  const share = `${advice(row)}.`
  return [
    ...loose.map((path) => {
      const name = path.replace(/\.ts$/, '')
      return shape(
        `${room}/${path}`,
        `a program is ${room}/<name>/<name>.ts. Move it to ${room}/${name}/${path}, or ${share}`,
      )
    }),
    ...nameless.map((folder) =>
      shape(
        `${room}/${folder}`,
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

function checkImporters(tree: Tree, rules: Rules, row: ProgramRoom): Violation[] {
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

function mayImport(rules: Rules, row: ProgramRoom, importer: string, imported: string): boolean {
  const from = pathInside(row, importer)
  if (from === undefined) {
    return row.programs.importedBy.includes(findRoom(rules, importer)?.room ?? '')
  }
  return folderOf(from) === folderOf(imported) || folderOf(imported) === row.programs.shared
}

const advice = ({ path, programs: { shared } }: ProgramRoom): string =>
  shared === undefined
    ? 'move what is shared to tests/harness'
    : `move what is shared to tests/harness, or to ${path}/${shared} if only programs of ${path} use it`

const pathInside = ({ path: room }: ProgramRoom, path: string): string | undefined =>
  path.startsWith(`${room}/`) ? path.slice(room.length + 1) : undefined

/** The first folder of a path; a file beside the folders has none. */
const folderOf = (inside: string): string => inside.split('/').slice(0, -1)[0] ?? ''
