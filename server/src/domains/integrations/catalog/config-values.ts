// The configuration of an integration, checked against the fields of its provider.
import type { FieldError } from '@task-service/contract'
import type { ConfigField, Manifest } from '@task-service/kit'
import { fieldsRefused } from '#domains/integrations/errors.ts'
import { bodyError, notAllowed, unknownField } from '#lib/messages/field-problem.ts'

export type ConfigValue = string | number | boolean
export type Config = Record<string, ConfigValue>

/** With defaults filled in; the texts without the white space that comes with copying. */
export function readConfig({ config: fields }: Pick<Manifest, 'config'>, given: Config): Config {
  const names = fields.map(({ name }) => name)
  const faults = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => unknownField(`/config/${name}`, name, names, 'setting'))
  const read: Config = {}
  for (const field of fields) {
    const value = tidy(given[field.name] ?? field.default)
    const fault = value === undefined ? missing(field) : findFault(field, value)
    if (fault) faults.push(fault)
    if (value !== undefined) read[field.name] = value
  }
  if (faults.length > 0) throw fieldsRefused(faults)
  return read
}

function tidy(value: ConfigValue | undefined): ConfigValue | undefined {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text === '' ? undefined : text
}

function missing({ name, required }: ConfigField): FieldError | undefined {
  return required ? bodyError(`/config/${name}`, 'required', 'is required') : undefined
}

const URL_FORM = 'must be a URL such as https://host/path, without username, password or #fragment'
const typeTexts = { number: 'a number', boolean: 'true or false', string: 'a string' } as const

/** A value that is no URL is not shown: it may contain a password. */
function findFault({ name, kind, choices }: ConfigField, value: ConfigValue) {
  const at = `/config/${name}`
  if (kind === 'url') return isUrl(value) ? undefined : bodyError(at, 'invalid_format', URL_FORM)
  const type = kind === 'number' || kind === 'boolean' ? kind : 'string'
  if (typeof value !== type) return bodyError(at, 'invalid_type', `must be ${typeTexts[type]}`)
  // Choices that are discovered in the external system cannot be checked here.
  const allowed = kind === 'choice' ? choices?.map((choice) => choice.value) : undefined
  return allowed?.includes(String(value)) === false ? notAllowed(at, value, allowed) : undefined
}

/** A credential in the URL would be shown with it. */
function isUrl(value: ConfigValue): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  return url.username === '' && url.password === '' && url.hash === ''
}
