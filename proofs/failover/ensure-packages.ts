// Installs from Debian what a database machine needs beside PostgreSQL, which needs root.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PROGRAMS = { 'etcd-server': '/usr/bin/etcd', nftables: '/usr/sbin/nft' }

export function ensurePackages(): void {
  const missing = Object.entries(PROGRAMS).flatMap(([name, file]) => (existsSync(file) ? [] : name))
  if (missing.length === 0) return
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', ...missing], options)
}
