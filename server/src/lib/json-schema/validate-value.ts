// Validates a value against a JSON Schema that passed `checkSchema`. Interpreted, because compiling a caller's schema would
// run code that a caller shapes, and with a budget of steps, because a small schema can ask for endless work.
import type { FieldError } from '@task-service/contract'
import { bodyError, MAX_ERRORS } from '../messages/field-problem.ts'
import { escapeSegment } from '../messages/json-pointer.ts'
import { isObject, resolveReference, type SchemaObject } from './schema-node.ts'
import { type Spend, stepBudget, TooComplex } from './step-budget.ts'
import { checkArray } from './validate-array.ts'
import { checkObject } from './validate-object.ts'
import { checkNumber, checkString, checkType, checkValues } from './validate-scalar.ts'
import type { Visit } from './visit.ts'

/** Deeper than the values of requests may be. */
const MAX_DEPTH = 200

type Session = { root: SchemaObject; spend: Spend; errors: FieldError[]; maxErrors: number }

/** The errors of the value; `at` is its JSON pointer in the body. */
export function validateValue(schema: SchemaObject, value: unknown, at = ''): FieldError[] {
  const errors: FieldError[] = []
  const session = { root: schema, spend: stepBudget(), errors, maxErrors: MAX_ERRORS }
  try {
    visit(session, schema, value, at, 0)
    return errors
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    return [bodyError(at, 'invalid_value', 'is too complex to be checked against the schema')]
  }
}

function visit(session: Session, schema: unknown, value: unknown, at: string, depth: number): void {
  const { spend, errors, maxErrors } = session
  if (errors.length >= maxErrors || schema === true) return
  spend()
  if (depth > MAX_DEPTH) throw new TooComplex()
  if (!isObject(schema)) {
    errors.push(bodyError(at, 'invalid_value', 'is not allowed'))
    return
  }
  const place = (name: string | number | undefined) =>
    name === undefined ? at : `${at}/${escapeSegment(String(name))}`
  const step: Visit = {
    spend,
    fail: (code, message, name) => void errors.push(bodyError(place(name), code, message)),
    check: (part, inner, name) => visit(session, part, inner, place(name), depth + 1),
    matches: (part, inner) => {
      const found: FieldError[] = []
      visit({ ...session, errors: found, maxErrors: 1 }, part, inner, at, depth + 1)
      return found.length === 0
    },
  }
  if (schema['$ref'] !== undefined)
    step.check(resolveReference(session.root, schema['$ref']), value)
  checkType(schema, value, step)
  checkValues(schema, value, step)
  if (typeof value === 'string') checkString(schema, value, step)
  else if (typeof value === 'number') checkNumber(schema, value, step)
  else if (Array.isArray(value)) checkArray(schema, value, step)
  else if (isObject(value)) checkObject(schema, value, step)
  checkCombinations(schema, value, step)
}

function checkCombinations(schema: SchemaObject, value: unknown, step: Visit): void {
  const { allOf, anyOf, oneOf } = schema as Record<string, unknown[] | undefined> // checked with the schema
  for (const part of allOf ?? []) step.check(part, value)
  if (anyOf && !anyOf.some((part) => step.matches(part, value))) reportBranches(anyOf, value, step)
  if (oneOf) {
    const count = oneOf.filter((part) => step.matches(part, value)).length
    if (count === 0) reportBranches(oneOf, value, step)
    if (count > 1) step.fail('invalid_value', 'must match exactly one of the alternatives')
  }
  if (schema['not'] !== undefined && step.matches(schema['not'], value)) {
    step.fail('invalid_value', 'is not allowed')
  }
  if (schema['if'] !== undefined) {
    const branch = step.matches(schema['if'], value) ? schema['then'] : schema['else']
    if (branch !== undefined) step.check(branch, value)
  }
}

/** A single alternative says more about the value than that it does not match. */
function reportBranches(branches: readonly unknown[], value: unknown, step: Visit): void {
  if (branches.length === 1) step.check(branches[0], value)
  else step.fail('invalid_value', 'must match one of the alternatives')
}
