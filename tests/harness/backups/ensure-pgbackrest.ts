// Installs pgBackRest from Debian's packages if it is missing, which needs root.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export function ensurePgbackrest(): void {
  if (existsSync('/usr/bin/pgbackrest')) return
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'pgbackrest'], options)
}
