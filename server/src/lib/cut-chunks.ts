// A file on its way into the database: cut into chunks of one size, each of which is a transaction.

/** Held of an upload while it is filled and written. Rows of this size are written in a few milliseconds. */
export const CHUNK_BYTES = 256 * 1024

/** Only one chunk is held, and the next bytes are read when it was saved. Returns the number of chunks. */
export async function cutChunks(
  pieces: AsyncIterable<Buffer>,
  measure: (piece: Buffer) => void,
  save: (content: Buffer, place: number) => Promise<void>,
): Promise<number> {
  let buffer = Buffer.alloc(0)
  let [filled, place] = [0, 0]
  const flush = async () => {
    await save(buffer.subarray(0, filled), place++)
    filled = 0
  }
  for await (const arrived of pieces) {
    measure(arrived)
    for (let rest = arrived; rest.length > 0; ) {
      if (filled + rest.length > buffer.length) buffer = enlarge(buffer, filled, rest)
      const taken = rest.copy(buffer, filled)
      filled += taken
      rest = rest.subarray(taken)
      if (filled === CHUNK_BYTES) await flush()
    }
  }
  if (filled > 0) await flush()
  return place
}

/** Small files need no buffer of a whole chunk. */
function enlarge(buffer: Buffer, filled: number, rest: Buffer): Buffer<ArrayBuffer> {
  const wanted = Math.max(filled + rest.length, 2 * buffer.length)
  const larger = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, wanted))
  buffer.copy(larger, 0, 0, filled)
  return larger
}
