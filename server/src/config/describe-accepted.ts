// What a variable accepts, in words: used in error messages and in the reference.
import type { Variable, VariableType } from './schema.ts'

const describers: Record<VariableType, (variable: Variable) => string> = {
  string: ({ accepts }) => accepts ?? 'text',
  integer: (variable) => `a whole number${describeRange(variable)}`,
  boolean: () => 'true or false',
  port: () => 'a port from 0 to 65535',
  url: () => 'an HTTP or HTTPS URL without user, query or fragment',
  duration: (variable) => `a duration${describeRange(variable)}`,
  durations: (variable) => `comma-separated durations, each${describeRange(variable)}`,
  bytes: (variable) => `a size${describeRange(variable)}`,
  networks: () => 'comma-separated IP addresses or CIDR ranges',
  hosts: () => 'comma-separated host names, IP addresses or CIDR ranges, or *',
  choice: ({ choices = [] }) => `one of ${choices.join(', ')}`,
  host: () => 'a host name without scheme, port or path',
  address: () => 'an IP address or a host name',
  'postgres-url': () => 'a URL such as postgres://user:password@host:5432/database',
  'proxy-url': () => 'an HTTP or HTTPS URL such as http://user:password@host:3128',
  'smtp-url': () => 'a URL such as smtps://user:password@mail.example.com:465',
  'api-key': () => 'a key of printable ASCII characters',
  'master-key': () => 'at least 32 bytes in base64, base64url or hex',
  password: () => '12 to 256 characters',
  secret: () => 'printable ASCII characters without spaces',
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
