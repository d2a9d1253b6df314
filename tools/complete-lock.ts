// Adds the optional packages of other platforms that npm left out of package-lock.json.
//
// npm drops an optional package from the lock file when the configured registry does not offer it,
// which is common for mirrors; `npm ci` then rejects the lock file everywhere. Run this after a
// change of dependencies, with the folder of the lock file unless it is the root. An entry made here
// has no integrity hash until npm can see the package.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type LockEntry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const [folder = '.'] = process.argv.slice(2)
const file = join(import.meta.dirname, '..', folder, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> } // npm's format 3

/** The words package names use, which are also those of npm's `os` and `cpu` fields. */
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'netbsd', 'openharmony']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

function describeEntry(name: string, version: string, dev: boolean): LockEntry {
  const words = name.split(/[-/]/)
  const isWindows = words.includes('win32') || words.includes('windows')
  const os = isWindows ? 'win32' : systems.find((word) => words.includes(word))
  const cpu = processors.find((processor) => words.some((word) => word.startsWith(processor)))
  const musl = words.some((word) => word.startsWith('musl'))
  // WebAssembly runs on every system.
  if (!cpu || (!os && cpu !== 'wasm32'))
    throw new Error(`${name}: cannot determine the platform from the name`)
  if (!/^\d/.test(version)) throw new Error(`${name}@${version}: not an exact version`)
  // In npm's order, so that its next run changes nothing.
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(musl ? { libc: ['musl'] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  }
}

const added: string[] = []
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (lock.packages[place]) continue
    lock.packages[place] = describeEntry(name, version, parent.dev ?? false)
    added.push(`${name}@${version}`)
  }
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1))
lock.packages = Object.fromEntries(sorted)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
for (const line of added) console.log(`added ${line}`)
console.log(`${added.length} packages added`)
