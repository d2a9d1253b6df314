// Undeclared dependencies: npm puts every package within everyone's reach, so a package that is
// imported without being declared works here and breaks in the image.
import { findModule, isProduct } from './find-module.ts'
import { isTestFile, packageOf, type Tree } from './read-tree.ts'
import { resolveImport } from './resolve-import.ts'
import type { Rules, Violation } from './rule-types.ts'

export function checkDependencies(tree: Tree, rules: Rules): Violation[] {
  return tree.sources.flatMap((source) => {
    const declared = declaredFor(tree, rules, source.path)
    return source.imports.flatMap(({ specifier, line }) => {
      if (specifier === null) return []
      const target = resolveImport(tree, source.path, specifier)
      if (target.kind !== 'package' && target.kind !== 'workspace') return []
      if (declared.names.has(target.name) || declared.virtual.includes(specifier)) return []
      // A package reaches itself by its name, through its own exports.
      if (target.name === packageOf(tree, source.path)?.name) return []
      if (target.kind === 'workspace' && declared.workspaces) return []
      const message = `${target.name} is not declared. Add it to ${declared.where} with an exact version, or do without it.`
      return [{ rule: 'undeclared', file: source.path, line, message }]
    })
  })
}

type Declared = {
  readonly names: ReadonlySet<string>
  /** Modules that no package has. */
  readonly virtual: readonly string[]
  /** Code that never leaves the repository reaches the workspaces through npm's links. */
  readonly workspaces: boolean
  readonly where: string
}

function declaredFor(tree: Tree, rules: Rules, path: string): Declared {
  const own = packageOf(tree, path)
  const root = tree.packages.get('.')
  const place = findModule(rules, path)
  const product = place !== undefined && isProduct(place) && !isTestFile(path)
  const bundled = place !== undefined && isProduct(place) && place.row.bundled === true
  const names = product
    ? [bundled ? own?.devDependencies : own?.dependencies]
    : [own?.dependencies, own?.devDependencies, root?.dependencies, root?.devDependencies]
  const ownFile = own === undefined || own.dir === '.' ? 'package.json' : `${own.dir}/package.json`
  return {
    names: new Set(names.flatMap((set) => [...(set ?? [])])),
    virtual: (place && 'virtual' in place.row && place.row.virtual) || [],
    workspaces: !product,
    where: product
      ? `"${bundled ? 'devDependencies' : 'dependencies'}" of ${ownFile}`
      : '"devDependencies" of the root package.json',
  }
}
