// Headers that tenants add to what is sent to them. Which names they may not use is part of the contract.
import { HEADERS_MAX } from '@task-service/contract'
import { mergePatch } from '#lib/json/merge-patch.ts'
import { fieldRefused } from './errors.ts'

export type CustomHeaders = Record<string, string>

/** Names in small letters, so that two spellings of one header cannot stand side by side. */
export function readHeaders<T extends string | null>(
  given: Readonly<Record<string, T>>,
): Record<string, T> {
  const read = new Map<string, T>()
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    if (read.has(lower))
      throw fieldRefused(
        `/headers/${name}`,
        'duplicate',
        'is set twice; header names are case-insensitive',
      )
    read.set(lower, value)
  }
  return Object.fromEntries(read)
}

/** A merge patch: null takes one away, or all. */
export function changeHeaders(
  before: CustomHeaders,
  change: Readonly<Record<string, string | null>> | null,
): CustomHeaders {
  if (change === null) return {}
  const after = mergePatch(before, readHeaders(change)) as CustomHeaders // texts merged with texts
  if (Object.keys(after).length > HEADERS_MAX) {
    const message = `must not have more than ${HEADERS_MAX} headers after the update`
    throw fieldRefused('/headers', 'too_many', message)
  }
  return after
}
