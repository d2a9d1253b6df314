// Sends one event to the program on this computer, and waits while it is down.
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '#cli/program/command-error.ts'

/** As of real webhooks. */
const TIMEOUT_MS = 15_000
const FIRST_WAIT_MS = 200
const WAIT_MAX_MS = 2_000

export type Attempt = { status: number | undefined; error: string | undefined; ms: number }

export type ForwardOptions = {
  url: URL
  body: string
  /** Of each attempt: the signature contains its time. */
  headers: () => Record<string, string>
  signal: AbortSignal
  /** Called once, when the program is found to be down. */
  onDown: (error: string) => void
}

/** `localhost:3000/hooks` and `3000/hooks` mean http. */
export function readForwardUrl(text: string): URL {
  const local = /^\d{1,5}(\/|$)/.test(text) ? `localhost:${text}` : text
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(local) ? local : `http://${local}`
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url)
  throw new CommandError(
    'usage',
    `--forward-to must be a URL such as localhost:3000/hooks, got "${text}".`,
  )
}

/** Not through a proxy: the program is on this computer. */
const agents = {
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
}

/** Repeats until there is a response. Rejects only when the signal is aborted. */
export async function forward(options: ForwardOptions): Promise<Attempt> {
  for (let waitMs = FIRST_WAIT_MS, isDown = false; ; waitMs = Math.min(WAIT_MAX_MS, waitMs * 2)) {
    const startedMs = performance.now()
    try {
      const status = await send(options)
      return { status, error: undefined, ms: Math.round(performance.now() - startedMs) }
    } catch (error) {
      options.signal.throwIfAborted()
      const { name, code = '', message } = error as Error & { code?: string } // of a socket
      const ms = Math.round(performance.now() - startedMs)
      // It is there, but it has stopped at a breakpoint, for example.
      if (name === 'TimeoutError') return { status: undefined, error: 'timeout', ms }
      if (!isDown) options.onDown(code === '' ? message : code)
      isDown = true
      await sleep(waitMs, undefined, { signal: options.signal })
    }
  }
}

function send({ url, body, headers, signal }: ForwardOptions): Promise<number> {
  const isTls = url.protocol === 'https:'
  const request = (isTls ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    agent: isTls ? agents.https : agents.http,
    headers: {
      ...headers(),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  return new Promise((resolve, reject) => {
    request.on('error', (error) => {
      // The request says only that it was aborted.
      const isTimeout = error.name === 'AbortError' && !signal.aborted
      reject(isTimeout ? new DOMException('no response', 'TimeoutError') : error)
    })
    request.on('response', (response) => {
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    request.end(body)
  })
}
