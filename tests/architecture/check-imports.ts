// The import rules: modules, entry files, domain edges, packages and the way a specifier is written.
import {
  findModule,
  type Grant,
  grantFor,
  isProduct,
  type Place,
  sliceName,
} from './find-module.ts'
import type { ImportFact, Source } from './read-source.ts'
import { isTestFile, type Tree } from './read-tree.ts'
import { resolveImport, specifierFor, type Target } from './resolve-import.ts'
import type { ModuleRow, Rules, SiblingEdge, Violation } from './rule-types.ts'
import { checkSliceImport, checkSubfolderImport, slicePart } from './slice-rules.ts'

type ProductPlace = Place & { readonly row: ModuleRow }
type Finding = Pick<Violation, 'rule' | 'message'>

export function checkImports(tree: Tree, rules: Rules): Violation[] {
  return tree.sources.flatMap((source) => {
    const place = findModule(rules, source.path)
    if (place === undefined) return [noModule(source, rules)]
    return source.imports.flatMap((fact) =>
      checkImport(tree, rules, source, place, fact).map((finding) => ({
        ...finding,
        file: source.path,
        line: fact.line,
      })),
    )
  })
}

function checkImport(
  tree: Tree,
  rules: Rules,
  { path: from }: Source,
  place: Place,
  fact: ImportFact,
): Finding[] {
  const bound = isProduct(place) && !isTestFile(from) ? place : undefined
  if (fact.specifier === null) {
    return bound === undefined || rules.codeLoaders.includes(from) ? [] : [computedImport]
  }
  const target = resolveImport(tree, from, fact.specifier)
  if (target.kind === 'unmapped') return [unmapped(fact.specifier)]
  if (target.kind === 'file' && isTestFile(target.path)) return [testImport(fact.specifier)]
  if (bound === undefined) return []
  if (target.kind === 'builtin') return checkBuiltin(bound, target.name)
  if (target.kind === 'package') return checkPackage(bound, target.name)
  return checkFile(tree, rules, from, bound, fact, target)
}

function checkFile(
  tree: Tree,
  rules: Rules,
  from: string,
  place: ProductPlace,
  { specifier, typeOnly }: ImportFact,
  target: Extract<Target, { path: string }>,
): Finding[] {
  const other = findModule(rules, target.path)
  const isOwn = other?.name === place.name
  if (isOwn && place.row.entry === undefined) return []
  if (isOwn && place.slice === other.slice) {
    return checkSliceImport(rules, place.inside, other.inside, typeOnly)
  }
  const findings = isOwn
    ? checkOwnDomain(rules, place, other, typeOnly)
    : checkModule(rules, place, other, target.path, typeOnly)
  // From the folder of a domain down into its subfolders is no climb.
  if (isOwn && place.slice === '') return findings
  if (target.kind === 'file' && target.via === 'relative') {
    const better = specifierFor(tree, from, target.path)
    const message = `'${specifier}' leaves its own folder. Write ${better} instead: the specifier then names the folder it leads to.`
    findings.push({ rule: 'climb', message })
  }
  return findings
}

/** Between a domain's own folder and its subfolders, and between two of these. */
function checkOwnDomain(
  rules: Rules,
  place: ProductPlace,
  other: Place,
  typeOnly: boolean,
): Finding[] {
  if (other.slice === '' || place.slice === '') {
    const entry = other.slice === '' ? [] : checkEntry(other, sliceName(other))
    return [...checkSubfolderImport(rules, place, other, typeOnly), ...entry]
  }
  const [from, to] = [place, other].map((it) => sliceName(it).slice(it.module.length + 1))
  const isListed = rules.sliceEdges.some((edge) => edge.from === from && edge.to === to)
  const message = `${from} may not import ${to}. Take what you need as a parameter, or add the edge with its reason to tests/architecture/tables/slice-edges.ts if the graph stays acyclic.`
  return [
    ...(isListed ? [] : [{ rule: 'slice-edge' as const, message }]),
    ...checkEntry(other, sliceName(other)),
  ]
}

function checkModule(
  rules: Rules,
  place: ProductPlace,
  other: Place | undefined,
  path: string,
  typeOnly: boolean,
): Finding[] {
  if (other !== undefined && other.module === place.module && place.row.entry !== undefined) {
    return [...checkEdge(rules, place, other), ...checkEntry(other, other.name)]
  }
  if (other !== undefined && other.module === place.module && place.row.siblings !== undefined) {
    return checkSibling(place.row.siblings, place, other)
  }
  const reach = `${other?.module ?? path}${other?.inside ? `/${other.inside}` : ''}`
  const part = place.row.entry === undefined ? undefined : slicePart(rules, place.inside)
  const grant =
    other === undefined ? 'no' : grantFor(place.row.mayImport, other.module, other.inside)
  const narrowed =
    part?.modules === undefined || other === undefined
      ? grant
      : grantFor(part.modules, other.module, other.inside)
  if (!allows(grant, typeOnly)) {
    const { why, instead } = place.row
    return [refusal('import', place.name, reach, grant, `Why: ${why}. Instead: ${instead}.`)]
  }
  if (part !== undefined && !allows(narrowed, typeOnly)) {
    const who = `${part.part} of ${place.name}`
    return [refusal('slice-import', who, reach, narrowed, `Instead: ${part.instead}.`)]
  }
  return other === undefined ? [] : checkEntry(other, other.name)
}

const allows = (grant: Grant, typeOnly: boolean): boolean =>
  grant === 'yes' || (grant === 'types' && typeOnly)

function refusal(
  rule: 'import' | 'slice-import',
  who: string,
  what: string,
  grant: Grant,
  advice: string,
): Finding {
  const message =
    grant === 'types'
      ? `${who} may use only the types of ${what}: write 'import type { … }' (an inline 'type' still loads the module). ${advice}`
      : `${who} may not import ${what}. ${advice}`
  return { rule, message }
}

/** `owner` is what is entered: a domain, or from inside of it one of its subfolders. */
function checkEntry(other: Place, owner: string): Finding[] {
  if (!isProduct(other)) return []
  const { entry } = other.row
  const path = `${sliceName(other)}/${other.inside}`
  if (entry === undefined || path === `${owner}/${entry}`) return []
  const message = `${path} is the inside of ${owner}. Import ${owner}/${entry}, and export there what you need.`
  return [{ rule: 'entry', message }]
}

function checkEdge(rules: Rules, place: Place, other: Place): Finding[] {
  const from = place.name.slice(place.module.length + 1)
  const to = other.name.slice(other.module.length + 1)
  if (rules.domainEdges.some((edge) => edge.from === from && edge.to === to)) return []
  const message = `domain ${from} may not import domain ${to}. Emit an event and let ${to} listen, or add the edge with its reason to domainEdges in tests/architecture.rules.ts if the graph stays acyclic.`
  return [{ rule: 'domain-edge', message }]
}

function checkSibling(edges: readonly SiblingEdge[], place: Place, other: Place): Finding[] {
  const [from, to] = [place, other].map(({ name, module }) => name.slice(module.length + 1))
  const files = edges.find((edge) => edge.from === from && edge.to === to)?.files ?? []
  if (files.includes(other.inside)) return []
  const only = files.length === 0 ? '' : `, only ${files.join(', ')}`
  const message = `feature ${from} may not import ${to}/${other.inside}${only}. Move what both need into dashboard/src/components or lib, or add the file with its reason to tests/architecture/tables/feature-edges.ts if the graph stays acyclic.`
  return [{ rule: 'feature-edge', message }]
}

function checkBuiltin({ name, row }: ProductPlace, builtin: string): Finding[] {
  if (row.builtins !== false) return []
  const message = `${name} may not import ${builtin}: it must also run outside Node. Why: ${row.why}. Instead: ${row.instead}.`
  return [{ rule: 'builtin', message }]
}

function checkPackage({ name, row }: ProductPlace, wanted: string): Finding[] {
  const packages = row.packages ?? []
  const scope = `${wanted.split('/')[0]}/*`
  if (packages.includes(wanted) || packages.includes(scope)) return []
  const owned = packages.length === 0 ? 'no npm package' : `only ${packages.join(', ')}`
  const message = `${name} may not import the package ${wanted} (${owned}). Why: ${row.why}. Instead: use it in the folder that owns it and export what you need from there.`
  return [{ rule: 'package', message }]
}

const computedImport: Finding = {
  rule: 'computed-import',
  message:
    'the specifier of this import() is computed, so no rule can check it. List the modules by literal imports and choose among them.',
}

const unmapped = (specifier: string): Finding => ({
  rule: 'unmapped',
  message: `'${specifier}' is in no "imports" map. Add its folder to the package.json of this package, or correct the specifier.`,
})

const testImport = (specifier: string): Finding => ({
  rule: 'test-import',
  message: `'${specifier}' is a test. Move what you share into tests/harness and import it from there.`,
})

function noModule(source: Source, rules: Rules): Violation {
  const modules = [...rules.modules, ...rules.outerModules].map((row) => row.path).join(', ')
  const message = `no row covers this file. Move it into one of: ${modules}; or add a row to tests/architecture.rules.ts.`
  return { rule: 'no-module', file: source.path, line: 1, message }
}
