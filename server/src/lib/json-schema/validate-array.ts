// Keywords of JSON Schema about lists.
import { canonicalText } from './same-json.ts'
import type { SchemaObject } from './schema-node.ts'
import type { Visit } from './visit.ts'

type Limits = Record<string, number | undefined>

export function checkArray(schema: SchemaObject, value: readonly unknown[], step: Visit): void {
  const { minItems, maxItems } = schema as Limits // checked with the schema
  const { length } = value
  if (minItems !== undefined && length < minItems) {
    step.fail('too_few', `must have at least ${minItems} items`)
  }
  if (maxItems !== undefined && length > maxItems) {
    step.fail('too_many', `has ${length} items, maximum ${maxItems}`)
  }
  const first = (schema['prefixItems'] ?? []) as unknown[] // checked with the schema
  for (const [index, item] of value.entries()) {
    const part = index < first.length ? first[index] : schema['items']
    if (part !== undefined) step.check(part, item, index)
  }
  if (schema['uniqueItems'] === true) {
    const texts = new Set(value.map((item) => canonicalText(item, step.spend)))
    if (texts.size < length) step.fail('duplicate', 'must not contain the same item twice')
  }
  if (schema['contains'] !== undefined) checkContains(schema, value, step)
}

function checkContains(schema: SchemaObject, value: readonly unknown[], step: Visit): void {
  const { minContains = 1, maxContains } = schema as Limits // checked with the schema
  const count = value.filter((item) => step.matches(schema['contains'], item)).length
  if (count < minContains) {
    step.fail('too_few', `must contain at least ${minContains} matching items`)
  }
  if (maxContains !== undefined && count > maxContains) {
    step.fail('too_many', `must contain at most ${maxContains} matching items`)
  }
}
