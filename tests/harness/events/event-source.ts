// A reader of server-sent events, written after the standard (HTML §9.2.6): what it has received, and where to resume.
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type ReceivedEvent = { id: string; type: string; data: string }

export type EventSource = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Of an answer that is no stream. */
  body: string
  events: ReceivedEvent[]
  comments: string[]
  /** The last `id`, also of what was no event; goes back as `Last-Event-ID`. */
  lastId: () => string
  /** What the server said last about reconnecting, in milliseconds. */
  retry: () => number | undefined
  /** Resolves when the answer is over, with how: ended by the server, or cut off. */
  ended: Promise<'ended' | 'cut off'>
  pause: () => void
  resume: () => void
  close: () => void
}

export type SourceOptions = {
  headers: Record<string, string>
  lastEventId?: string | undefined
  onEvent?: (event: ReceivedEvent) => void
}

export async function openEventSource(url: string, options: SourceOptions): Promise<EventSource> {
  const response = await connect(url, {
    ...options.headers,
    accept: 'text/event-stream',
    ...(options.lastEventId !== undefined && { 'last-event-id': options.lastEventId }),
  })
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false
  const body = isStream ? '' : await text(response)
  const parser = createParser(options.onEvent)
  const { promise: ended, resolve } = Promise.withResolvers<'ended' | 'cut off'>()
  if (isStream) response.setEncoding('utf8').on('data', (chunk: string) => parser.add(chunk))
  response.once('close', () => resolve(response.complete ? 'ended' : 'cut off'))
  response.on('error', () => undefined)
  if (!isStream) resolve('ended')
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    ...parser.received,
    ended,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void response.destroy(),
  }
}

function connect(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = request(url, { agent: false, headers })
  outgoing.once('response', resolve)
  outgoing.on('error', reject)
  outgoing.end()
  return promise
}

function createParser(onEvent: SourceOptions['onEvent']) {
  const events: ReceivedEvent[] = []
  const comments: string[] = []
  let rest = ''
  let lastId = ''
  let retry: number | undefined
  let id = ''
  let type = ''
  let data: string[] = []

  function dispatch(): void {
    lastId = id
    const event = { id, type: type === '' ? 'message' : type, data: data.join('\n') }
    const isEvent = data.length > 0
    type = ''
    data = []
    if (!isEvent) return
    events.push(event)
    onEvent?.(event)
  }

  function take(line: string): void {
    if (line === '') return dispatch()
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === '') comments.push(value)
    if (field === 'id') id = value
    if (field === 'event') type = value
    if (field === 'data') data.push(value)
    if (field === 'retry') retry = Number(value)
  }

  return {
    received: { events, comments, lastId: () => lastId, retry: () => retry },
    add(chunk: string): void {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    },
  }
}
