// Equality of JSON values: names in any order, and 0 equals -0.
import { isObject } from './schema-node.ts'
import type { Spend } from './step-budget.ts'

export function sameJson(one: unknown, other: unknown, spend: Spend): boolean {
  spend()
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => sameJson(item, other[index], spend))
    )
  }
  if (!isObject(one)) return one === other
  if (!isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(one[name], other[name], spend))
  )
}

/** One text for all equal values. */
export function canonicalText(value: unknown, spend: Spend): string {
  spend()
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, spend)).join()}]`
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value)
  const parts = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name], spend)}`)
  return `{${parts.join()}}`
}
