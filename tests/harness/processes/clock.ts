// A clock that can be put forward, or back, for every program that is started with it: a day passes in a moment.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryRoot } from '../temporary-root.ts'

export type Clock = {
  /** For programs that are to go by it. */
  env: Record<string, string>
  /** Programs of PostgreSQL that go by it. */
  postgresBin: string
  /** By a negative number it is put back. */
  advance: (hours: number) => void
  remove: () => void
}

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** `binDir`: of the PostgreSQL that is to go by it. */
export function makeClock(binDir: string): Clock {
  if (!existsSync(LIBRARY)) throw new Error('faketime is missing: apt-get install faketime')
  const folder = mkdtempSync(join(temporaryRoot(), 'task-clock-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'now')
  let offset = 0
  // Seconds: a clock that is put forward many times a minute needs parts of an hour.
  const write = () => {
    const seconds = (offset * 3_600).toFixed(3)
    writeFileSync(file, `${offset < 0 ? '' : '+'}${seconds}\n`)
  }
  write()
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    // Read each time; waits use the real clock, which is never advanced.
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const server = join(folder, 'postgres')
  writeFileSync(
    server,
    `#!/bin/sh\nexec env ${settings.join(' ')} ${join(binDir, 'postgres')} "$@"\n`,
  )
  chmodSync(server, 0o755)
  for (const name of readdirSync(binDir)) {
    if (name !== 'postgres') symlinkSync(join(binDir, name), join(folder, name))
  }
  return {
    env,
    postgresBin: folder,
    advance(hours) {
      offset += hours
      write()
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
