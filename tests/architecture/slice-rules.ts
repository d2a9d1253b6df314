// The anatomy of a slice (a domain, or a subfolder of one): which files it may consist of and which of them may see which.
import { basename, dirname } from 'node:path'
import { findModule, grantFor, isProduct, type Place } from './find-module.ts'
import { isTestFile, type Tree } from './read-tree.ts'
import type { Rules, SlicePart, Violation } from './rule-types.ts'

const kebabFile = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\.ts$/

/** The part a file of a slice plays: its own name, its folder's, or a noun. */
export function slicePart(rules: Rules, inside: string): SlicePart {
  const name = inside.split('/')[0]?.replace(/\.ts$/, '')
  const part =
    rules.sliceParts.find((row) => row.part === name && row.part !== 'noun') ??
    rules.sliceParts.find((row) => row.part === 'noun')
  if (part === undefined) throw new Error('the rule table has no row for nouns')
  return part
}

export function checkSliceImport(
  rules: Rules,
  from: string,
  to: string,
  typeOnly: boolean,
): Pick<Violation, 'rule' | 'message'>[] {
  const importer = slicePart(rules, from)
  const imported = slicePart(rules, to)
  if (importer.part === imported.part && importer.part !== 'index') return []
  const grant = grantFor(importer.mayImport, imported.part, '')
  if (grant === 'yes' || (grant === 'types' && typeOnly)) return []
  const only = grant === 'types' ? ' (its types only, by `import type`)' : ''
  const message = `${from} may not import ${to}${only}. Instead: ${importer.instead}.`
  return [{ rule: 'slice-import', message }]
}

/** Between a domain's own folder and one of its subfolders, whichever imports the other. */
export function checkSubfolderImport(
  rules: Rules,
  from: Place,
  to: Place,
  typeOnly: boolean,
): Pick<Violation, 'rule' | 'message'>[] {
  const rule = 'slice-import'
  if (from.slice === '') {
    if (slicePart(rules, from.inside).seesSubfolders) return []
    const message = `${from.inside} may not import the subfolder ${to.slice}. Instead: move it into a subfolder; ${namesOf(rules, 'seesSubfolders')} of a domain bind its subfolders together.`
    return [{ rule, message }]
  }
  if (slicePart(rules, to.inside).shared) {
    return checkSliceImport(rules, from.inside, to.inside, typeOnly)
  }
  const message = `the subfolder ${from.slice} may not import ${to.inside} of its domain, only its ${namesOf(rules, 'shared')}. Instead: move what you need into a subfolder and import that.`
  return [{ rule, message }]
}

function namesOf(rules: Rules, quality: 'seesSubfolders' | 'shared'): string {
  const names = rules.sliceParts.filter((row) => row[quality]).map(({ part }) => part)
  return names.map((name) => (name === 'noun' ? 'noun files' : `${name}.ts`)).join(', ')
}

export function checkSliceShapes(tree: Tree, rules: Rules): Violation[] {
  const slices = new Map<string, string[]>()
  for (const path of tree.paths) {
    const place = findModule(rules, path)
    if (place === undefined || !isProduct(place) || place.row.entry === undefined) continue
    const dir = path.slice(0, path.length - place.inside.length - 1)
    slices.set(dir, [...(slices.get(dir) ?? []), place.inside])
  }
  return [...slices].flatMap(([dir, files]) =>
    shapeProblems(rules, files).map(([file, message]) => ({
      rule: 'slice-shape' as const,
      file: `${dir}/${file}`,
      line: 1,
      message,
    })),
  )
}

function shapeProblems(rules: Rules, files: readonly string[]): [file: string, message: string][] {
  const problems: [string, string][] = []
  if (!files.includes('index.ts')) {
    const message =
      'a domain, and each subfolder of it, is a slice and needs its index. Write index.ts.'
    problems.push(['index.ts', message])
  }
  const folders = rules.sliceParts.filter((row) => row.folder).map((row) => row.part)
  for (const folder of folders) {
    const both = files.includes(`${folder}.ts`) && files.some((f) => f.startsWith(`${folder}/`))
    if (both)
      problems.push([
        `${folder}.ts`,
        `${folder}.ts and ${folder}/ both exist. Move the file into the folder, one file per verb.`,
      ])
  }
  for (const file of files) {
    const problem = fileProblem(rules, files, folders, file)
    if (problem !== undefined) problems.push([file, problem])
  }
  return problems
}

function fileProblem(
  rules: Rules,
  files: readonly string[],
  folders: readonly string[],
  file: string,
): string | undefined {
  const known = rules.sliceParts.map((row) => row.part).filter((part) => part !== 'noun')
  const allowed = `A slice consists of ${known.map((part) => `${part}.ts`).join(', ')}, the folders ${folders.map((folder) => `${folder}/`).join(' and ')}, and noun files with a test beside them`
  const folder = dirname(file)
  if (folder !== '.' && !folders.includes(folder)) return `${file} is not allowed. ${allowed}.`
  if (isTestFile(file)) {
    const subject = basename(file).split('.')[0] ?? ''
    const beside = (name: string): string => (folder === '.' ? name : `${folder}/${name}`)
    const found = files.some((f) => f === beside(`${subject}.ts`) || f.startsWith(`${subject}/`))
    return found
      ? undefined
      : `${file} tests nothing beside it. Name it <file>.test.ts or <file>.<aspect>.test.ts.`
  }
  if (!kebabFile.test(basename(file))) return `${file} is no kebab-case .ts file. ${allowed}.`
  if (folder !== '.' || known.includes(file.replace(/\.ts$/, ''))) return undefined
  const tests = files.some((f) => isTestFile(f) && f.startsWith(`${file.replace(/\.ts$/, '')}.`))
  return tests
    ? undefined
    : `the noun file ${file} has no test beside it. Write ${file.replace(/\.ts$/, '.test.ts')}, or move the code into a file of the slice. ${allowed}.`
}
