// A file on its way into the database, measured while it is stored.
import type { IncomingFile } from '#http/route.ts'
import { cutChunks } from '#lib/cut-chunks.ts'
import type { Content } from '../store.ts'
import { createFileMeter } from './file-meter.ts'

export async function storeChunks(
  { chunks }: IncomingFile,
  maxBytes: number,
  save: (content: Buffer, place: number) => Promise<void>,
): Promise<Content> {
  const meter = createFileMeter(maxBytes)
  const count = await cutChunks(chunks, (part) => meter.add(part), save)
  return { ...meter.read(), chunks: count }
}
