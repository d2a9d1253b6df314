// Parses server-sent events as they arrive. Positions also come without an event, with the heartbeats, which an
// EventSource does not show.

export interface StreamBlock {
  /** Position after this block. */
  id: string | undefined
  /** Undefined for a heartbeat. */
  data: string | undefined
  retryMs: number | undefined
}

type Fields = { id?: string; data?: string[]; retryMs?: number }

/** `read` returns undefined at the end. */
export async function* readServerSentEvents(
  read: () => Promise<Uint8Array | undefined>,
): AsyncGenerator<StreamBlock, void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  let fields: Fields = {}
  for (;;) {
    const bytes = await read()
    if (bytes === undefined) return // a block that was cut is not an event
    const text = rest + decoder.decode(bytes, { stream: true })
    // The line feed that belongs to this carriage return may be in the next chunk.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + text.slice(end)
    for (const line of lines) {
      if (line !== '') addLine(fields, line)
      else if (Object.keys(fields).length > 0) {
        yield { id: fields.id, data: fields.data?.join('\n'), retryMs: fields.retryMs }
        fields = {}
      }
    }
  }
}

function addLine(fields: Fields, line: string): void {
  const colon = line.indexOf(':')
  if (colon === 0) return
  const name = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (name === 'data') (fields.data ??= []).push(value)
  else if (name === 'id') fields.id = value
  else if (name === 'retry' && /^\d+$/.test(value)) fields.retryMs = Number(value)
}
