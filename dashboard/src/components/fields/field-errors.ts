// What the server said about the fields of a form: as a sentence at each field, and a notice that does not repeat it.
import type { FieldError } from '@task-service/contract'
import i18next from 'i18next'
import { Problem } from '#api/problem.ts'

export type ErrorAt = (field: string) => string | undefined

const isAt = (field: string, { pointer }: FieldError): boolean =>
  pointer === field || pointer.startsWith(`${field}/`)

/** By JSON Pointer, also for what is inside of a field. */
export function fieldErrors(error: unknown): ErrorAt {
  if (!(error instanceof Problem)) return () => undefined
  return (field) => {
    const found = error.errors.find((one) => isAt(field, one))
    return found && sentence(found)
  }
}

/** For the top of a form that shows errors at `fields`. */
export function formError(error: Error, fields: readonly string[]): string {
  if (!(error instanceof Problem) || error.errors.length === 0) return error.message
  const elsewhere = error.errors.find((one) => !fields.some((field) => isAt(field, one)))
  if (!elsewhere) return i18next.t('checkFields', { count: error.errors.length })
  return elsewhere === error.errors[0] ? error.message : sentence(elsewhere)
}

/** The API names the field first; here the message is next to it. */
function sentence({ code, message }: FieldError): string {
  if (code === 'required' || message === 'must not be empty') return i18next.t('required')
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  return /[.?!]$/.test(text) ? text : `${text}.`
}
