// `npm run build`: the dashboard as files the server can send, compressed once here instead of at every request.
// `--if-needed` leaves a build alone that was made from the same sources.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const dashboard = join(root, 'dashboard')
const dist = join(dashboard, 'dist')
const stamp = join(dist, '.made-from')

/** What the build follows from; versions of packages stand in the lock file. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(
    ['dashboard/{src,*.html,*.ts,*.json}', 'dashboard/src/**/*', 'package-lock.json'],
    { cwd: root, withFileTypes: true },
  ).filter((entry) => entry.isFile())
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function isFresh(wanted: string): boolean {
  try {
    return readFileSync(stamp, 'utf8') === wanted
  } catch {
    return false
  }
}

function compress(): void {
  const files = globSync('**/*.{js,css,svg,html}', { cwd: dist })
  for (const file of files) {
    const path = join(dist, file)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(bytes))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

const made = fingerprint()
if (!(process.argv.includes('--if-needed') && isFresh(made))) {
  // Loaded only here: a start that needs no build does not wait for the builder.
  const { build } = await import('vite')
  await build({ root: dashboard, logLevel: 'warn' })
  compress()
  writeFileSync(stamp, made)
  console.log('the dashboard is built')
}
