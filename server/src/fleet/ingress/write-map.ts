// Writes the map of a proxy from the directory. The file is replaced at once: a proxy reads the old map or the new one.
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Directory, readRevision } from '#fleet/directory/open-directory.ts'
import { countHosts, walkHosts } from '#fleet/directory/placements.ts'
import type { Format } from './format.ts'

export type WrittenMap = { revision: string; hosts: number }

export function writeMap(
  directory: Directory,
  options: { format: Format; hostSuffix: string; file: string },
): Promise<WrittenMap> {
  const { format, hostSuffix, file } = options
  return directory.snapshot(async () => {
    const revision = await readRevision(directory)
    const hosts = await countHosts(directory)
    if (format.empty) await replaceFile(format.empty.fileOf(file), [format.empty.content])
    const head = { revision, hostSuffix, hostCount: hosts }
    await replaceFile(file, format.writeMap(head, walkHosts(directory, format.order)))
    return { revision, hosts }
  })
}

/** Readable by others, because proxies run as users of their own; maps contain no secrets. */
export async function replaceFile(
  file: string,
  content: AsyncIterable<string> | Iterable<string>,
  mode = 0o644,
): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(draft, 'wx', mode)
    try {
      for await (const text of content) await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Otherwise the name can lead to the old content after a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
