// Finds the row that covers a path, and whether a list of permissions covers a file of another row.
import type { OuterRoomRow, Permission, RoomRow, Rules } from './rule-types.ts'

export type Place = {
  /** Name of the row: all children of an `each` row share it. */
  readonly room: string
  /** The folder itself: that of the child for an `each` row. */
  readonly name: string
  /** Path inside the room; empty for the room as a whole. */
  readonly inside: string
  readonly row: RoomRow | OuterRoomRow
}

export function findRoom(rules: Rules, path: string): Place | undefined {
  const segments = path.split('/')
  // Outer rows first: some lie inside a folder of the product.
  const row = [...rules.outerRooms, ...rules.rooms].find((candidate) =>
    candidate.path.split('/').every((part, at) => part === '*' || part === segments[at]),
  )
  if (row === undefined) return undefined
  const rest = segments.slice(row.path.split('/').length).join('/')
  if (!('each' in row)) return { room: row.room, name: row.room, inside: rest, row }
  const [child = '', ...inside] = rest.split('/')
  // A file lying between the children belongs to none of them.
  if (inside.length === 0 && child.includes('.')) return undefined
  return { room: row.room, name: `${row.room}/${child}`, inside: inside.join('/'), row }
}

export const isProduct = (place: Place): place is Place & { readonly row: RoomRow } =>
  'mayImport' in place.row

export type Grant = 'yes' | 'types' | 'no'

/** What a list of permissions says about `thing` (a folder or part) and the file inside it. */
export function grantFor(permissions: readonly Permission[], thing: string, inside: string): Grant {
  const asked = [thing, `${thing}/${inside}`]
  if (permissions.some((permission) => asked.includes(permission))) return 'yes'
  return permissions.some((permission) => asked.includes(withoutTypes(permission))) ? 'types' : 'no'
}

export const withoutTypes = (permission: Permission): string => permission.replace(/^types of /, '')
