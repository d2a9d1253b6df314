// Where throw-away files go: a folder the server's user can reach, or memory when there is plenty.
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

import { isReachableByOthers } from './unprivileged-user.ts'

const memoryFolder = '/dev/shm'
/** A test run needs about 1 GB; containers often offer 64 MB, which would fill in the middle. */
const neededBytes = 4 * 2 ** 30

export function temporaryRoot(): string {
  const dir = tmpdir()
  // A unix socket path holds 107 bytes, and TMPDIR may be private to root.
  return dir.length <= 50 && isReachableByOthers(dir) ? dir : '/tmp'
}

/** Undefined when there is too little of it. */
export function memoryRoot(): string | undefined {
  if (!existsSync(memoryFolder) || !isReachableByOthers(memoryFolder)) return undefined
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= neededBytes ? memoryFolder : undefined
}
