// The type of an image by its first bytes. Only raster formats that run nothing: browsers may show these and nothing else.
import type { ImageType } from '@task-service/contract'

/** As many bytes as the longest signature. */
export const SIGNATURE_BYTES = 12

const signatures: readonly { type: ImageType; fits: (start: Buffer) => boolean }[] = [
  {
    type: 'image/png',
    fits: (start) => beginsWith(start, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  { type: 'image/jpeg', fits: (start) => beginsWith(start, [0xff, 0xd8, 0xff]) },
  { type: 'image/gif', fits: (start) => /^GIF8[79]a/.test(start.toString('latin1', 0, 6)) },
  {
    type: 'image/webp',
    fits: (start) => /^RIFF[^]{4}WEBP$/.test(start.toString('latin1', 0, SIGNATURE_BYTES)),
  },
]

export function imageTypeOf(start: Buffer): ImageType | null {
  return signatures.find(({ fits }) => fits(start))?.type ?? null
}

function beginsWith(start: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => start[index] === byte)
}
