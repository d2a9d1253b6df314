// The values of a chart next to their schema: what one of them has and the other does not.
import { type Json, object } from './manifests.ts'

/** `isPartial` for a file that changes some values only. */
export function findValueFaults(values: Json, schema: Json, { isPartial = false } = {}): string[] {
  const definitions = object(schema['definitions'])
  const compare = (value: unknown, rule: Json, path: string): string[] => {
    const reference = /^#\/definitions\/(\w+)$/.exec(String(rule['$ref']))?.[1]
    if (reference !== undefined) return compare(value, object(definitions[reference]), path)
    const { properties } = rule
    if (!properties || typeof value !== 'object' || value === null) return []
    if (rule['additionalProperties'] !== false) return [`${path}: accepts unknown values`]
    const rules = object(properties)
    const own = object(value)
    const unknown = Object.keys(own).filter((key) => !Object.hasOwn(rules, key))
    // Variables have their defaults in the program.
    const isOpen = isPartial || Object.keys(rules).some((key) => /^[A-Z_]+$/.test(key))
    const missing = isOpen
      ? []
      : Object.keys(rules).filter((key) => !Object.hasOwn(own, key) && key !== 'global')
    return [
      ...unknown.map((key) => `${path}${key}: not in the schema`),
      ...missing.map((key) => `${path}${key}: not in values.yaml`),
      ...Object.entries(own)
        .filter(([key]) => Object.hasOwn(rules, key))
        .flatMap(([key, inner]) => compare(inner, object(rules[key]), `${path}${key}.`)),
    ]
  }
  return compare(values, schema, '')
}
