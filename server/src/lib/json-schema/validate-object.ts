// Keywords of JSON Schema about objects.
import { unknownText } from '../messages/field-problem.ts'
import { own, type SchemaObject } from './schema-node.ts'
import { matchesPattern, parsePattern } from './sequence-pattern.ts'
import type { Visit } from './visit.ts'

type Limits = Record<string, number | undefined>

export function checkObject(schema: SchemaObject, value: SchemaObject, step: Visit): void {
  const names = Object.keys(value)
  const { minProperties, maxProperties } = schema as Limits // checked with the schema
  if (minProperties !== undefined && names.length < minProperties) {
    step.fail('too_few', `must have at least ${minProperties} fields`)
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    step.fail('too_many', `has ${names.length} fields, maximum ${maxProperties}`)
  }
  checkRequired(schema, value, step)
  for (const name of names) {
    step.spend()
    checkProperty(schema, name, value[name], step)
    if (schema['propertyNames'] !== undefined && !step.matches(schema['propertyNames'], name)) {
      step.fail('invalid_name', 'name is not allowed', name)
    }
  }
}

function checkRequired(schema: SchemaObject, value: SchemaObject, step: Visit): void {
  const required = (schema['required'] ?? []) as string[] // checked with the schema
  step.spend(required.length)
  for (const name of required) {
    if (!Object.hasOwn(value, name)) step.fail('required', 'is required', name)
  }
  const dependent = (schema['dependentRequired'] ?? {}) as Record<string, string[]> // checked with the schema
  for (const [name, others] of Object.entries(dependent)) {
    step.spend(others.length + 1)
    if (!Object.hasOwn(value, name)) continue
    for (const other of others.filter((one) => !Object.hasOwn(value, one))) {
      step.fail('required', `is required when ${name} is set`, other)
    }
  }
}

function checkProperty(schema: SchemaObject, name: string, value: unknown, step: Visit): void {
  const properties = (schema['properties'] ?? {}) as SchemaObject // checked with the schema
  const part = own(properties, name)
  if (part !== undefined) step.check(part, value, name)
  let isKnown = part !== undefined
  const patterns = (schema['patternProperties'] ?? {}) as SchemaObject // checked with the schema
  for (const [source, inner] of Object.entries(patterns)) {
    step.spend(source.length)
    const pattern = parsePattern(source)
    if (typeof pattern === 'string' || !matchesPattern(pattern, name, step.spend)) continue
    isKnown = true
    step.check(inner, value, name)
  }
  const additional = schema['additionalProperties']
  if (isKnown || additional === undefined) return
  if (additional === false) {
    step.fail('unknown_field', unknownText('field', name, Object.keys(properties)), name)
  } else step.check(additional, value, name)
}
