// Exports that must not be imported: damaged, cut off, and one without a table whose checksum is right nevertheless.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

export type Spoiled = { name: string; file: string; isStored: boolean }

/** `isStored`: found only by comparing what was stored. */
export function spoilExport(file: string): Spoiled[] {
  const bytes = readFileSync(file)
  const spoil = (name: string, content: Buffer, isStored = false): Spoiled => {
    writeFileSync(`${file}.${name}`, content)
    return { name, file: `${file}.${name}`, isStored }
  }
  const changed = Buffer.from(bytes)
  const middle = bytes.length >> 1
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle)
  return [
    spoil('changed-byte', changed),
    spoil('cut-off', bytes.subarray(0, -8)),
    spoil('missing-table', dropRows(bytes, 'comments'), true),
  ]
}

/** As a bug of the export would: the rest of the file fits together. */
function dropRows(bytes: Buffer, table: string): Buffer {
  const lines = gunzipSync(bytes).toString().split('\n').slice(0, -2)
  const start = lines.indexOf(JSON.stringify({ table, part: 'rows' }))
  const end = lines.findIndex((line, at) => at > start && line.startsWith('{'))
  lines.splice(start, end - start)
  const text = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return gzipSync(`${text}${JSON.stringify({ lines: lines.length, sha256 })}\n`)
}
