// Enums that generated code declares more than once: a type for each place, such as `Status` and `Status1`.
import { namedEnums } from '@task-service/contract/openapi'

/** Shorter ones stand side by side by chance. */
const VALUES_MIN = 3

type Order = (values: readonly string[]) => readonly string[]

const memberName = (value: string): string =>
  value.toUpperCase().replaceAll(/\W/g, '_').replace(/_+$/, '')
const byName = (one: string, other: string): number =>
  memberName(one) < memberName(other) ? -1 : 1

/** As in the document, and as generators sort them. */
const orders: readonly Order[] = [(values) => values, (values) => values.toSorted(byName)]

const escaped = (text: string): string => text.replaceAll(/\W/g, '\\$&')

/**
 * The values one after the other, with a name, a quote or an assignment between them; fields of an object have brackets.
 * Media types of a response are keys, which a colon follows.
 */
function sequenceOf(values: readonly string[]): RegExp {
  return new RegExp(
    values.map((value) => `['"]${escaped(value)}['"](?!\\s*:)`).join(`[^'"()[\\]]{1,120}`),
    'g',
  )
}

const listOf = (values: readonly string[]): string => `|${values.join('|')}|`

export function findRepeatedEnums(sources: string): string[] {
  return Object.entries(namedEnums).flatMap(([name, values]) => {
    if (values.length < VALUES_MIN) return []
    const counts = orders.map((order) => {
      // The codes of errors, for example, are also a part of the codes of fields.
      const expected = Object.values(namedEnums).filter((one) =>
        orders.some((other) => listOf(other(one)).includes(listOf(order(values)))),
      ).length
      return { found: [...sources.matchAll(sequenceOf(order(values)))].length, expected }
    })
    if (counts.every(({ found }) => found === 0)) return [`${name} is not declared`]
    return counts.some(({ found, expected }) => found > expected)
      ? [`${name} is declared more than once`]
      : []
  })
}
