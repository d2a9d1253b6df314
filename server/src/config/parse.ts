// Reads the text of a variable by its type.
import { reject } from './invalid-value.ts'
import {
  parseAddress,
  parseHost,
  parseHosts,
  parseNetworks,
  parsePort,
  parseUrl,
} from './parse-network.ts'
import { parseBytes, parseDurationMs, parseDurations, parseInteger } from './parse-quantity.ts'
import {
  parseApiKey,
  parseMasterKey,
  parsePassword,
  parsePostgresUrl,
  parseProxyUrl,
  parseSecretText,
  parseSmtpUrl,
} from './parse-secret.ts'
import type { Variable, VariableType } from './schema.ts'
import type { ValueByType } from './value.ts'

type Parsers = { [T in VariableType]: (text: string, variable: Variable) => ValueByType[T] }

const parsers: Parsers = {
  string: parseString,
  integer: parseInteger,
  boolean: parseBoolean,
  port: parsePort,
  url: parseUrl,
  duration: parseDurationMs,
  durations: parseDurations,
  bytes: parseBytes,
  networks: parseNetworks,
  hosts: parseHosts,
  choice: parseChoice,
  host: parseHost,
  address: parseAddress,
  'postgres-url': parsePostgresUrl,
  'proxy-url': parseProxyUrl,
  'smtp-url': parseSmtpUrl,
  'api-key': parseApiKey,
  'master-key': parseMasterKey,
  password: parsePassword,
  secret: parseSecretText,
}

/** The value of a text, null for `off`; throws InvalidValue. */
export function parseValue(text: string, variable: Variable): ValueByType[VariableType] | null {
  if (variable.off && text.toLowerCase() === 'off') return null
  return parsers[variable.type](text, variable)
}

function parseString(text: string, variable: Variable): string {
  if (variable.pattern && !variable.pattern.test(text)) reject('is not valid', variable)
  return text
}

function parseBoolean(text: string, variable: Variable): boolean {
  const lower = text.toLowerCase()
  if (lower === 'true' || lower === '1') return true
  if (lower === 'false' || lower === '0') return false
  return reject('is not true or false', variable)
}

function parseChoice(text: string, variable: Variable): string {
  const choice = text.toLowerCase()
  return variable.choices?.includes(choice) ? choice : reject('is not an allowed value', variable)
}
