// What Patroni's REST API says, on its default port of the database server.
import { get } from 'node:http'
import { text } from 'node:stream/consumers'

export type PatroniFacts = {
  version: string
  /** Undefined if it did not say. */
  strict: boolean | undefined
}

const PORT = 8008
const TIMEOUT_MS = 1_000
/** Earlier ones lose acknowledged writes in strict mode. */
const OLDEST = [4, 1] as const

/** Null if nothing that looks like Patroni responds, for example because it requires TLS. */
export async function readPatroni(address: string, port = PORT): Promise<PatroniFacts | null> {
  const [status, config] = await Promise.all([
    readJson(address, port, '/patroni'),
    readJson(address, port, '/config'),
  ])
  const patroni = status?.['patroni']
  if (typeof patroni !== 'object' || patroni === null || !('version' in patroni)) return null
  return {
    version: String(patroni.version),
    strict: config ? config['synchronous_mode_strict'] === true : undefined,
  }
}

export function isOldPatroni(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
}

function readJson(
  host: string,
  port: number,
  path: string,
): Promise<Record<string, unknown> | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const give = () => resolve(null)
    get({ host, port, path, signal, agent: false }, (response) => {
      // A standby responds with 503 and the same document.
      text(response).then((body) => resolve(parseObject(body)), give)
    }).on('error', give)
  })
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' ? (value as Record<string, unknown>) : null // JSON has no other objects
  } catch {
    return null
  }
}
