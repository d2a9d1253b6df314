// What is found out about a file while it passes: its size, its hash, and whether it begins like an image.
import { createHash } from 'node:crypto'
import { fileTooLarge } from '../errors.ts'
import { imageTypeOf, SIGNATURE_BYTES } from '../image-type.ts'
import type { Content } from '../store.ts'

export type FileMeter = {
  /** Throws when the file becomes too large. */
  add(piece: Buffer): void
  read(): Omit<Content, 'chunks'>
}

export function createFileMeter(maxBytes: number): FileMeter {
  const hash = createHash('sha256')
  let start = Buffer.alloc(0)
  let bytes = 0
  return {
    add(piece) {
      bytes += piece.length
      if (bytes > maxBytes) throw fileTooLarge(bytes, maxBytes)
      hash.update(piece)
      if (start.length >= SIGNATURE_BYTES) return
      start = Buffer.concat([start, piece.subarray(0, SIGNATURE_BYTES - start.length)])
    },
    read: () => ({ image_type: imageTypeOf(start), bytes, sha256: hash.digest() }),
  }
}
