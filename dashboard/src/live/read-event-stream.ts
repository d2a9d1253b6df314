// Takes server-sent events apart as they arrive. Positions also come without an event, with the heartbeats, and those
// the parser keeps to itself; so it is fed line by line.
import { createParser } from 'eventsource-parser'

export type StreamHandlers = {
  /** Something arrived, if only a part of a line. */
  onSign: () => void
  onEvents: (data: string[]) => void
  /** Everything up to here has been handed over. */
  onCursor: (cursor: string) => void
  onRetry: (ms: number) => void
}

export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  handlers: StreamHandlers,
): Promise<void> {
  let batch: string[] = []
  let cursor: string | undefined
  const parser = createParser({
    onEvent: ({ data }) => batch.push(data),
    onRetry: handlers.onRetry,
  })
  const feed = (line: string) => {
    if (line.startsWith('id:')) cursor = line.slice(3).trim()
    parser.feed(`${line}\n`)
  }
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    handlers.onSign()
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    // A position counts once the block it stands in is whole, and only after the events before it.
    const whole = lines.lastIndexOf('')
    for (const line of lines.slice(0, whole + 1)) feed(line)
    const reached = cursor
    for (const line of lines.slice(whole + 1)) feed(line)
    if (batch.length > 0) handlers.onEvents(batch)
    batch = []
    if (whole >= 0 && reached !== undefined) handlers.onCursor(reached)
  }
}
