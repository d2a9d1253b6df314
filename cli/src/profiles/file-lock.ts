// One program at a time reads and replaces a file, so that none overwrites what another one has just written.
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 20
/** Longer than any change takes: the program that held it was killed. */
const STALE_MS = 5_000

export async function withFileLock<Result>(
  path: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const lock = `${path}.lock`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  while (!(await take(lock))) await sleep(STEP_MS)
  try {
    return await change()
  } finally {
    await rm(lock, { force: true })
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error // as of every system call
  }
  const held = await stat(lock).catch(() => undefined)
  if (held && Date.now() - held.mtimeMs > STALE_MS) await rm(lock, { force: true })
  return false
}
