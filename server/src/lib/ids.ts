// Converts between public IDs (`tsk_` + 32 hex digits) and the UUIDs in the database.
import { ID_PREFIXES, type IdKind } from '@task-service/contract'
import { hexToUuid } from './uuid.ts'

export function encodeId(kind: IdKind, uuid: string): string {
  return `${ID_PREFIXES[kind]}_${uuid.replaceAll('-', '')}`
}

/** Undefined when the text is not an ID of that kind; callers respond with "not found". */
export function decodeId(kind: IdKind, id: string): string | undefined {
  const prefix = `${ID_PREFIXES[kind]}_`
  const hex = id.slice(prefix.length)
  if (!id.startsWith(prefix) || !/^[0-9a-f]{32}$/.test(hex)) return undefined
  return hexToUuid(hex)
}
