// Differences between the source and the catalogs of errors and events.
import type { Operation } from '@task-service/contract'
import type { Words } from './read-words.ts'

type Used = Pick<Words, 'problemCodes' | 'texts'>

export function errorDrift(catalog: object, { problemCodes, texts }: Used): string[] {
  return [
    ...[...problemCodes]
      .filter((code) => !Object.hasOwn(catalog, code))
      .map((code) => `${code} is thrown but not in the catalog`),
    ...Object.keys(catalog)
      .filter((code) => !texts.has(code))
      .map((code) => `${code} is in the catalog but never used`),
  ]
}

/** A code that callers can meet stands at an operation, or among those that any request can meet. */
export function undeclaredCodes(
  catalog: object,
  operations: Record<string, Pick<Operation, 'errors'>>,
  anywhere: readonly string[],
): string[] {
  const declared = new Set<string>([
    ...Object.values(operations).flatMap((operation) => operation.errors),
    ...anywhere,
  ])
  return Object.keys(catalog).filter((code) => !declared.has(code))
}

/**
 * `computed` are the types that code takes from a table of the contract instead of writing them; `acts` look the same
 * and are only written to the audit log.
 */
export function eventDrift(
  catalog: object,
  { texts }: Pick<Words, 'texts'>,
  computed: readonly string[],
  acts: readonly string[],
): string[] {
  const nouns = new Set(Object.keys(catalog).map((type) => type.split('.')[0]))
  const written = [...texts].filter((text) => {
    const [, noun] = /^([a-z]+)\.[a-z_]+$/.exec(text) ?? []
    return noun !== undefined && nouns.has(noun) && !acts.includes(text)
  })
  const used = new Set([...written, ...computed])
  return [
    ...[...used]
      .filter((type) => !Object.hasOwn(catalog, type))
      .map((type) => `${type} is emitted but not in the catalog`),
    ...Object.keys(catalog)
      .filter((type) => !used.has(type))
      .map((type) => `${type} is in the catalog but never emitted`),
  ]
}
