// Requests to `/mcp` that differ in Origin, Host, credential, method, content type and message, with the status that each
// must get. The expectations are tables, not rules, so that a mistake in the checks is not repeated here.
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'

const ORIGINS = [
  undefined,
  'http://127.0.0.1:PORT',
  'https://127.0.0.1:PORT',
  'http://127.0.0.1:1',
  'http://localhost:PORT',
  'http://localhost',
  'http://[::1]:PORT',
  'https://tasks.example.com',
  'https://tasks.example.com:8443',
  'http://acme.tasks.test',
  'https://acme.tasks.test',
  'http://acme.tasks.test:PORT',
  'http://globex.tasks.test',
  'http://tasks.test',
  'http://a.b.tasks.test',
  'http://evil.example',
  'https://evil.example',
  'http://evil.example:PORT',
  'http://acme.tasks.test.evil.example',
  'https://tasks.example.com.evil.example',
  'https://tasks.example.com@evil.example',
  'https://tasks.example.com/',
  'ftp://tasks.example.com',
  'chrome-extension://abcdefghijklmnop',
  'null',
  '',
] as const
type Origin = (typeof ORIGINS)[number]

export type Deployment = 'one tenant' | 'many tenants'

/** By deployment and Host: the origins of pages that may call. `PORT` is that of the service. */
export const ALLOWED_ORIGINS: Record<Deployment, Record<string, readonly Origin[]>> = {
  'one tenant': {
    '127.0.0.1:PORT': ['http://127.0.0.1:PORT', 'https://127.0.0.1:PORT'],
    'localhost:PORT': ['http://localhost:PORT'],
    '[::1]:PORT': ['http://[::1]:PORT'],
    'tasks.example.com': ['https://tasks.example.com'],
    'evil.example': [],
    'evil.example:PORT': [],
    'tasks.example.com.evil.example': [],
  },
  'many tenants': {
    'acme.tasks.test': ['http://acme.tasks.test', 'https://acme.tasks.test'],
    'acme.tasks.test:PORT': ['http://acme.tasks.test:PORT'],
    'ACME.tasks.test': ['https://acme.tasks.test', 'http://acme.tasks.test'],
    'globex.tasks.test': ['http://globex.tasks.test'],
    'tasks.test': [],
    'evil.example': [],
    'acme.tasks.test.evil.example': [],
    'a.b.tasks.test': [],
    '127.0.0.1:PORT': [],
  },
}

/** Whose tenant the credential is of: `acme`, or the only one. */
const OWN_HOSTS: Record<Deployment, readonly string[]> = {
  // Every name leads to the only tenant. A page cannot send one of these with a token, because it does not have one.
  'one tenant': Object.keys(ALLOWED_ORIGINS['one tenant']),
  'many tenants': ['acme.tasks.test', 'acme.tasks.test:PORT', 'ACME.tasks.test'],
}

/** The values that are let in are first. */
const CREDENTIALS = {
  token: true,
  key: true,
  'token and a wrong key': true,
  none: false,
  'wrong token': false,
  'wrong key': false,
  'key as a token': false,
  'token as a key': false,
  'token of another tenant': false,
  'wrong token and a key': false,
} as const
const METHODS = ['POST', 'GET', 'DELETE', 'PUT', 'PATCH'] as const
const TYPES = {
  'application/json': true,
  'application/json; charset=utf-8': true,
  'text/plain': false,
  'application/x-www-form-urlencoded': false,
  'multipart/form-data; boundary=x': false,
  'application/merge-patch+json': false,
  none: false,
} as const
/** Status and error code of the protocol. */
const MESSAGES = {
  call: [200, undefined],
  'call of 2025': [200, undefined],
  notification: [202, undefined],
  'other method in the header': [400, -32_020],
  'other tool in the header': [400, -32_020],
  'no tool in the header': [400, -32_020],
  'other revision in the header': [400, -32_020],
  'unknown revision': [400, -32_022],
  'no capabilities': [400, -32_602],
  'no metadata': [400, -32_602],
  'unknown method': [404, -32_601],
  stream: [404, -32_601],
  batch: [400, undefined],
  'no JSON': [400, undefined],
  'too deep': [400, undefined],
} as const

export type Case = {
  deployment: Deployment
  host: string
  origin: Origin
  credential: keyof typeof CREDENTIALS
  method: (typeof METHODS)[number]
  type: keyof typeof TYPES
  message: keyof typeof MESSAGES
}
export type Expected = { status: number; code?: number | undefined; creates: boolean }

const refused = (status: number): Expected => ({ status, creates: false })

export function expectedOf(entry: Case): Expected {
  const { deployment, host, origin, credential, method, type, message } = entry
  const isOrigin = origin === undefined || ALLOWED_ORIGINS[deployment][host]?.includes(origin)
  if (!isOrigin) return refused(403)
  if (!isTheirs(entry) && !(CREDENTIALS[credential] && OWN_HOSTS[deployment].includes(host))) {
    return refused(401)
  }
  if (method !== 'POST') return refused(405)
  if (!TYPES[type]) return refused(415)
  const [status, code] = MESSAGES[message]
  return { status, code, creates: message === 'call' || message === 'call of 2025' }
}

/** The other tenant with its own token. */
const isTheirs = ({ host, credential }: Case) =>
  host === 'globex.tasks.test' && credential === 'token of another tenant'

const dimensions = {
  origin: ORIGINS,
  credential: Object.keys(CREDENTIALS) as Case['credential'][],
  method: METHODS,
  type: Object.keys(TYPES) as Case['type'][],
  message: Object.keys(MESSAGES) as Case['message'][],
}
type Dimension = keyof typeof dimensions

/** Of each deployment: first every value of every dimension in a request that is valid otherwise, then random changes. */
export function createCases(count: number, random: SeededRandom): Case[] {
  const cases = listSingleChanges()
  while (cases.length < count) cases.push(changeSome(random))
  return cases
}

function listSingleChanges(): Case[] {
  return (Object.keys(ALLOWED_ORIGINS) as Deployment[]).flatMap((deployment) => {
    const hosts = Object.entries(ALLOWED_ORIGINS[deployment])
    const [first = ''] = OWN_HOSTS[deployment]
    const base = validCase(deployment, first)
    return [
      ...hosts.flatMap(([host, origins]) =>
        [undefined, ...origins].map((origin) => ({
          ...validCase(deployment, host),
          origin,
        })),
      ),
      ...(Object.keys(dimensions) as Dimension[]).flatMap((dimension) =>
        dimensions[dimension].map((value) => ({ ...base, [dimension]: value })),
      ),
    ]
  })
}

function validCase(deployment: Deployment, host: string): Case {
  return {
    deployment,
    host,
    origin: undefined,
    credential: 'token',
    method: 'POST',
    type: 'application/json',
    message: 'call',
  }
}

function changeSome(random: SeededRandom): Case {
  const deployment = random.pick<Deployment>(['one tenant', 'many tenants'])
  const hosts = Object.keys(ALLOWED_ORIGINS[deployment])
  const host = hosts[random.between(0, hosts.length - 1)] ?? ''
  const own = [undefined, ...(ALLOWED_ORIGINS[deployment][host] ?? [])]
  const entry = validCase(deployment, host)
  entry.origin = own[random.between(0, own.length - 1)]
  for (let changes = random.between(0, 3); changes > 0; changes--) {
    const dimension = random.pick<Dimension>(['origin', 'credential', 'method', 'type', 'message'])
    const values = dimensions[dimension]
    Object.assign(entry, { [dimension]: values[random.between(0, values.length - 1)] })
  }
  return entry
}
