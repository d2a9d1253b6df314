// HTTP requests in captured packets, with the time of their first packet.
import type { Packets, Piece } from '../../tests/harness/capture/read-packets.ts'

export type CapturedRequest = {
  /** In milliseconds since 1970. */
  at: number
  method: string
  path: string
  /** Head and body. */
  text: string
}

export function readRequests({ conversations }: Packets): CapturedRequest[] {
  return [...conversations.values()].flatMap(requestsOf).toSorted((a, b) => a.at - b.at)
}

const REQUEST_LINE = /(GET|HEAD|POST|PUT|PATCH|DELETE) (\/\S*) HTTP\/1\.1\r\n/g

/** A request line inside of a body would be counted as well: rather one too many. */
function requestsOf(pieces: readonly Piece[]): CapturedRequest[] {
  const parts: { start: number; at: number }[] = []
  let text = ''
  for (const { at, bytes } of pieces) {
    parts.push({ start: text.length, at })
    text += bytes.toString('latin1')
  }
  const found = [...text.matchAll(REQUEST_LINE)]
  return found.map((match, index) => ({
    at: parts.findLast(({ start }) => start <= match.index)?.at ?? 0,
    method: match[1] ?? '',
    path: match[2] ?? '',
    text: text.slice(match.index, found[index + 1]?.index),
  }))
}
