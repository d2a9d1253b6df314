// Where the source and the catalogues of errors and events differ.
import type { Operation } from '@task-service/contract'
import type { Words } from './read-words.ts'

type Used = Pick<Words, 'problemCodes' | 'texts'>

export function errorDrift(catalogue: object, { problemCodes, texts }: Used): string[] {
  return [
    ...[...problemCodes]
      .filter((code) => !Object.hasOwn(catalogue, code))
      .map((code) => `${code} is thrown and not in the catalogue`),
    ...Object.keys(catalogue)
      .filter((code) => !texts.has(code))
      .map((code) => `${code} is in the catalogue and nobody uses it`),
  ]
}

/** A code that callers can meet stands at an operation, or among those that any request can meet. */
export function undeclaredCodes(
  catalogue: object,
  operations: Record<string, Pick<Operation, 'errors'>>,
  anywhere: readonly string[],
): string[] {
  const declared = new Set<string>([
    ...Object.values(operations).flatMap((operation) => operation.errors),
    ...anywhere,
  ])
  return Object.keys(catalogue).filter((code) => !declared.has(code))
}

/**
 * `computed` are the types that code takes from a table of the contract instead of writing them; `acts` look the same
 * and are only written to the audit log.
 */
export function eventDrift(
  catalogue: object,
  { texts }: Pick<Words, 'texts'>,
  computed: readonly string[],
  acts: readonly string[],
): string[] {
  const nouns = new Set(Object.keys(catalogue).map((type) => type.split('.')[0]))
  const written = [...texts].filter((text) => {
    const [, noun] = /^([a-z]+)\.[a-z_]+$/.exec(text) ?? []
    return noun !== undefined && nouns.has(noun) && !acts.includes(text)
  })
  const used = new Set([...written, ...computed])
  return [
    ...[...used]
      .filter((type) => !Object.hasOwn(catalogue, type))
      .map((type) => `${type} is emitted and not in the catalogue`),
    ...Object.keys(catalogue)
      .filter((type) => !used.has(type))
      .map((type) => `${type} is in the catalogue and nobody emits it`),
  ]
}
