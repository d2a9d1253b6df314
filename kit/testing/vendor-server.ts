// The HTTP server of a vendor emulator: a loopback port, faults on demand, and controls for tests at `/_control/<name>`.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'

export type VendorRequest = {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  text: string
  origin: string
}

/** `null` is no body at all. */
export type VendorAnswer = { status: number; body: unknown; headers?: Record<string, string> }

/** What goes wrong with requests that match: the next so many of them, or all. */
export type VendorFault = {
  times?: number
  method?: string
  /** Part of the path, and its end. */
  path?: string
  ends?: string
} & (
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: object }
  /** No answer, and nothing is carried out. */
  | { kind: 'timeout' }
  /** Carried out, and the answer breaks off in the middle. */
  | { kind: 'half' }
  /** Carried out, and the connection ends before any answer. */
  | { kind: 'lost' }
)

export type RequestLine = { method: string; path: string; status: number | null; at: number }

/** Each takes one argument of plain data, so that it works through HTTP too, when the model is a process of its own. */
export type VendorControls = Readonly<Record<string, (argument: never) => unknown>>

export type VendorServer = { origin: string; close: () => Promise<void> }

export type VendorFaults = {
  add: (fault: VendorFault) => void
  clear: () => void
  take: (method: string, path: string) => VendorFault | undefined
}

export function createVendorFaults(): VendorFaults {
  const waiting: VendorFault[] = []
  return {
    add: (fault) => void waiting.push({ ...fault }),
    clear: () => void waiting.splice(0),
    take(method, path) {
      const found = waiting.find(
        (fault) =>
          (fault.method ?? method) === method &&
          path.includes(fault.path ?? '') &&
          path.endsWith(fault.ends ?? ''),
      )
      if (found?.times !== undefined) {
        found.times -= 1
        if (found.times <= 0) waiting.splice(waiting.indexOf(found), 1)
      }
      return found
    },
  }
}

export async function startVendorServer(options: {
  port: number
  answer: (request: VendorRequest) => VendorAnswer
  controls: VendorControls
  faults: VendorFaults
  requests: RequestLine[]
}): Promise<VendorServer> {
  const place = { origin: '' }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', place.origin)
    const text = (await buffer(request)).toString()
    const control = /^\/_control\/(\w+)$/.exec(url.pathname)?.[1]
    if (control !== undefined) return runControl(options.controls, control, text, response)
    const { method = 'GET', headers } = request
    const line: RequestLine = {
      method,
      path: `${url.pathname}${url.search}`,
      status: null,
      at: Date.now(),
    }
    options.requests.push(line)
    const fault = options.faults.take(method, url.pathname)
    if (fault?.kind === 'timeout') return
    const answer =
      fault?.kind === 'status'
        ? { body: { message: 'An answer on demand' }, ...fault }
        : options.answer({ method, url, headers, text, origin: place.origin })
    line.status = answer.status
    send(response, answer, fault)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A model that breaks is a mistake of the model; the test meets it as a 500 that says so.
      response.writeHead(500).end(JSON.stringify({ message: String(error) }))
    })
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the vendor')
  place.origin = `http://127.0.0.1:${address.port}`
  return {
    origin: place.origin,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(
  response: ServerResponse,
  { status, body, headers }: VendorAnswer,
  fault: VendorFault | undefined,
): void {
  if (fault?.kind === 'lost') {
    response.destroy()
    return
  }
  const text = body === null ? '' : JSON.stringify(body)
  const all = { 'content-type': 'application/json; charset=utf-8', ...headers }
  if (fault?.kind === 'half') {
    response.writeHead(status, { ...all, 'content-length': Buffer.byteLength(text) })
    response.write(text.slice(0, text.length / 2), () => response.destroy())
  } else {
    response.writeHead(status, all).end(text)
  }
}

async function runControl(
  controls: VendorControls,
  name: string,
  text: string,
  response: ServerResponse,
): Promise<void> {
  const control = controls[name] as ((argument: unknown) => unknown) | undefined // takes plain data
  try {
    if (control === undefined) throw new Error(`no control ${name}`)
    const result = await control(text === '' ? {} : JSON.parse(text))
    send(response, { status: 200, body: result ?? {} }, undefined)
  } catch (error) {
    send(response, { status: 400, body: { message: String(error) } }, undefined)
  }
}
