// The associated data of a ciphertext. Every part is prefixed with its length, so that no two lists of parts are equal.

export function associatedData(parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat([
    lengthOf(parts),
    ...parts.flatMap((part) => {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part
      return [lengthOf(bytes), bytes]
    }),
  ])
}

function lengthOf({ length }: { length: number }): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
