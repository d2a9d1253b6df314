// Configuration as a provider asks for it: what is missing, unknown or of another kind is refused by name.
import type { ConfigField, Manifest } from '@task-service/kit'
import { fieldsRefused } from '#domains/integrations/errors.ts'

export type ConfigValue = string | number | boolean
export type Config = Record<string, ConfigValue>

/** With defaults filled in; the texts without the white space that comes with copying. */
export function readConfig({ config: fields }: Pick<Manifest, 'config'>, given: Config): Config {
  const faults = Object.keys(given)
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name) => ({ pointer: `/config/${name}`, message: 'is not asked for by this provider' }))
  const read: Config = {}
  for (const field of fields) {
    const value = tidy(given[field.name] ?? field.default)
    const message = value === undefined ? missing(field) : findFault(field, value)
    if (message !== undefined) faults.push({ pointer: `/config/${field.name}`, message })
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

function missing({ required }: ConfigField): string | undefined {
  return required ? 'is required' : undefined
}

function findFault(field: ConfigField, value: ConfigValue): string | undefined {
  switch (field.kind) {
    case 'number':
      return typeof value === 'number' ? undefined : 'must be a number'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'url':
      return isAddress(value) ? undefined : 'must be an address of the form https://host/path'
    case 'choice':
      return isChoice(field, value) ? undefined : `must be one of ${valuesOf(field).join(', ')}`
    case 'text':
    case 'long_text':
    case 'connector':
    case 'database':
    case 'statement':
      return typeof value === 'string' ? undefined : 'must be a text'
  }
}

/** A credential in the address would be shown with it. */
function isAddress(value: ConfigValue): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  return url.username === '' && url.password === '' && url.hash === ''
}

const valuesOf = ({ choices = [] }: ConfigField) => choices.map(({ value }) => value)

/** What is found over there cannot be known here. */
function isChoice(field: ConfigField, value: ConfigValue): boolean {
  if (typeof value !== 'string') return false
  return field.choices === undefined || valuesOf(field).includes(value)
}
