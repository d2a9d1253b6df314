// One digest over all files of a folder, to detect changed, added or removed files.
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const MAX_FILES = 5_000
const MAX_BYTES = 64 * 2 ** 20

/** `sha256-…`, in the format of npm. Throws when it contains anything but files and folders. */
export async function digestFolder(folder: string): Promise<string> {
  const digest = createHash('sha256')
  let bytes = 0
  const paths = await listFiles(folder)
  if (paths.length > MAX_FILES) throw new Error(`${folder} has more than ${MAX_FILES} files`)
  for (const path of paths) {
    const content = await readFile(path)
    bytes += content.length
    if (bytes > MAX_BYTES) throw new Error(`${folder} has more than ${MAX_BYTES} bytes`)
    const name = relative(folder, path).split(sep).join('/')
    const own = createHash('sha256').update(content).digest('hex')
    // A line break in a name would make the list ambiguous.
    if (/[\r\n]/.test(name)) throw new Error(`${JSON.stringify(name)} is not a valid file name`)
    digest.update(`${own} ${name}\n`)
  }
  return `sha256-${digest.digest('base64')}`
}

async function listFiles(folder: string): Promise<string[]> {
  // A symbolic link could lead to files that the process may not read.
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (odd) throw new Error(`${join(odd.parentPath, odd.name)} is not a regular file or folder`)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
