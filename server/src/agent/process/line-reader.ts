// Splits the output of a process into lines and stops reading when one is too long, so that it cannot fill the memory of
// the host.
import { StringDecoder } from 'node:string_decoder'

export type LineReader = {
  /** False when the current line is too long; nothing more is read then. */
  take: (chunk: Buffer) => boolean
}

export function createLineReader(maxBytes: number, onLine: (line: string) => void): LineReader {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let length = 0
  return {
    take(chunk) {
      const parts = decoder.write(chunk).split('\n')
      for (const [index, part] of parts.entries()) {
        length += part.length
        if (length > maxBytes) return false
        pieces.push(part)
        if (index === parts.length - 1) break
        const line = pieces.join('')
        pieces = []
        length = 0
        onLine(line)
      }
      return true
    },
  }
}
