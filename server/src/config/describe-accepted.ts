// What a variable accepts, in words: the remedy of a refusal and the type in the reference are the same text.
import type { Variable, VariableType } from './schema.ts'

const describers: Record<VariableType, (variable: Variable) => string> = {
  string: ({ accepts }) => accepts ?? 'text',
  integer: (variable) => `a whole number${describeRange(variable)}`,
  boolean: () => 'true or false',
  port: () => 'a port from 0 to 65535',
  url: () => 'an http or https address without user, query or fragment',
  duration: (variable) => `a duration${describeRange(variable)}`,
  durations: (variable) => `durations separated by commas, each${describeRange(variable)}`,
  bytes: (variable) => `a size${describeRange(variable)}`,
  networks: () => 'IP addresses or CIDR ranges separated by commas',
  hosts: () => 'host names, IP addresses or CIDR ranges separated by commas, or *',
  choice: ({ choices = [] }) => `one of ${choices.join(', ')}`,
  host: () => 'a host name without scheme, port or path',
  address: () => 'an IP address or a host name',
  'postgres-url': () => 'an address of the form postgres://user:password@host:5432/database',
  'proxy-url': () => 'an address of the form http://user:password@host:3128, or https',
  'api-key': () => 'a key of printable ASCII characters',
  'master-key': () => 'at least 32 bytes in base64, base64url or hex',
  password: () => '12 to 256 characters',
}

export function describeAccepted(variable: Variable): string {
  const accepted = describers[variable.type](variable)
  return variable.off ? `${accepted}, or off` : accepted
}

function describeRange({ min, max }: Variable): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return ` of at least ${min}`
  return max === undefined ? '' : ` of at most ${max}`
}
