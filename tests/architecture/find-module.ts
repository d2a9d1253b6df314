// Finds the row that covers a path, and whether a list of permissions covers a file of another row.
import type { ModuleRow, OuterModuleRow, Permission, Rules } from './rule-types.ts'

export type Place = {
  /** Name of the row: all children of an `each` row share it. */
  readonly module: string
  /** The folder itself: that of the child for an `each` row. */
  readonly name: string
  /** The subfolder of a domain that is a slice of its own; empty for files in the folder of the domain itself. */
  readonly slice: string
  /** Path inside the folder, or inside the slice; empty for the folder as a whole. */
  readonly inside: string
  readonly row: ModuleRow | OuterModuleRow
}

export function findModule(rules: Rules, path: string): Place | undefined {
  const segments = path.split('/')
  // Outer rows first: some lie inside a folder of the product.
  const row = [...rules.outerModules, ...rules.modules].find((candidate) =>
    candidate.path.split('/').every((part, at) => part === '*' || part === segments[at]),
  )
  if (row === undefined) return undefined
  const rest = segments.slice(row.path.split('/').length).join('/')
  if (!('each' in row))
    return { module: row.module, name: row.module, slice: '', inside: rest, row }
  const [child = '', ...inside] = rest.split('/')
  // A file lying between the children belongs to none of them.
  if (inside.length === 0 && child.includes('.')) return undefined
  const slice = 'entry' in row ? sliceOf(rules, inside) : ''
  return {
    module: row.module,
    name: `${row.module}/${child}`,
    slice,
    inside: inside.slice(slice === '' ? 0 : 1).join('/'),
    row,
  }
}

/** Every folder of a domain is a slice, except those that a file of the domain has grown into. */
function sliceOf(rules: Rules, [folder = '', ...rest]: readonly string[]): string {
  const isPart = rules.sliceParts.some((row) => row.folder && row.part === folder)
  return rest.length === 0 || isPart ? '' : folder
}

/** A slice by its name: the domain, or the domain and the subfolder. */
export const sliceName = ({ name, slice }: Place): string =>
  slice === '' ? name : `${name}/${slice}`

export const isProduct = (place: Place): place is Place & { readonly row: ModuleRow } =>
  'mayImport' in place.row

export type Grant = 'yes' | 'types' | 'no'

/** What a list of permissions says about `thing` (a folder or part) and the file inside it. */
export function grantFor(permissions: readonly Permission[], thing: string, inside: string): Grant {
  const asked = [thing, `${thing}/${inside}`]
  if (permissions.some((permission) => asked.includes(permission))) return 'yes'
  return permissions.some((permission) => asked.includes(withoutTypes(permission))) ? 'types' : 'no'
}

export const withoutTypes = (permission: Permission): string => permission.replace(/^types of /, '')
