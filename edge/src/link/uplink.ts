// The uplink to the service: to the URL of the settings, directly or through a proxy, with the CAs that its owner trusts.
import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { type Settings, SettingsError, URL_MISSING } from '#edge/settings/settings.ts'

export type Answer = { status: number; body: unknown; retryAfterMs: number | undefined }

export type Uplink = {
  ask(options: {
    method: 'POST' | 'PUT'
    /** From `/edge/` on. */
    path: string
    body: string | Buffer
    authorization?: string
    timeoutMs: number
    signal?: AbortSignal
  }): Promise<Answer>
  close(): Promise<void>
}

/** No response, or one that is not from the service. */
export class LinkDown extends Error {
  override readonly name = 'LinkDown'
}

const MAX_ANSWER_BYTES = 8 * 2 ** 20
const CONNECT_MS = 10_000

export function openUplink(settings: Pick<Settings, 'url' | 'proxies' | 'caFile'>): Uplink {
  const { url } = settings
  if (url === undefined) {
    throw new SettingsError(URL_MISSING)
  }
  const base = url.href.replace(/\/$/, '')
  const dispatcher = createDispatcher(settings)
  return {
    async ask({ method, path, body, authorization, timeoutMs, signal }) {
      try {
        const answer = await request(`${base}${path}`, {
          dispatcher,
          method,
          body,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            'user-agent': 'task-edge',
            ...(authorization === undefined ? {} : { authorization }),
          },
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
          ...(signal === undefined ? {} : { signal }),
        })
        return await readAnswer(answer)
      } catch (error) {
        throw error instanceof LinkDown ? error : new LinkDown(reasonOf(error), { cause: error })
      }
    },
    close: () => dispatcher.destroy(),
  }
}

function createDispatcher({ proxies, caFile }: Pick<Settings, 'proxies' | 'caFile'>): Dispatcher {
  const tls = { timeout: CONNECT_MS, ...(caFile === undefined ? {} : { ca: trusted(caFile) }) }
  return new EnvHttpProxyAgent({
    httpProxy: proxies.http ?? '',
    httpsProxy: proxies.https ?? '',
    noProxy: proxies.none ?? '',
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    // Also for plain HTTP, so that the proxy forwards frames unchanged.
    proxyTunnel: true,
    allowH2: false,
    connections: 4,
  })
}

/** In addition to the default authorities of Node.js. */
function trusted(caFile: string): string[] {
  let own: string
  try {
    own = readFileSync(caFile, 'utf8')
  } catch {
    throw new SettingsError(`TASK_EDGE_CA_FILE: ${caFile} cannot be read.`)
  }
  // TLS accepts any text and would silently trust no additional authority.
  if (!own.includes('-----BEGIN CERTIFICATE-----')) {
    throw new SettingsError(`TASK_EDGE_CA_FILE: ${caFile} contains no PEM certificate.`)
  }
  return [...getCACertificates('default'), own]
}

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new LinkDown('the response is too large')
    chunks.push(chunk)
  }
  const seconds = Number(headers['retry-after'])
  return {
    status: statusCode,
    body: parse(Buffer.concat(chunks).toString()),
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined,
  }
}

/** Proxies respond with HTML pages. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A short reason for the log, without URLs, which may contain a password. */
export function reasonOf(error: unknown): string {
  const seen = error as { code?: unknown; message?: unknown; cause?: unknown }
  if (typeof seen.code === 'string' && seen.code !== 'UND_ERR_ABORTED') {
    const inner = seen.cause === undefined ? '' : reasonOf(seen.cause)
    return inner && inner !== seen.code && inner !== 'failed'
      ? `${seen.code} (${inner})`
      : seen.code
  }
  const message = typeof seen.message === 'string' ? seen.message : ''
  const [status] = /\b(407|403|502|503|504)\b/.exec(message) ?? []
  if (/proxy/i.test(message))
    return status ? `the proxy returned ${status}` : 'the proxy rejected the connection'
  return seen.cause === undefined ? 'failed' : reasonOf(seen.cause)
}
