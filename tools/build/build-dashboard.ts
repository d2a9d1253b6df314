// `npm run build`: the dashboard as files the server can send, compressed once here instead of at every request.
// `--if-needed` leaves a build alone that was made from the same sources.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')
const dashboard = join(root, 'dashboard')
const dist = join(dashboard, 'dist')
const stamp = '.made-from'

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
    return readFileSync(join(dist, stamp), 'utf8') === wanted
  } catch {
    return false
  }
}

function compress(folder: string): void {
  const files = globSync('**/*.{js,css,svg,html}', { cwd: folder })
  for (const file of files) {
    const path = join(folder, file)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(bytes))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function putInPlace(aside: string): void {
  for (;;) {
    rmSync(dist, { recursive: true, force: true, maxRetries: 5 })
    try {
      return renameSync(aside, dist)
    } catch (error) {
      // Another was put there in between.
      const { code } = error as NodeJS.ErrnoException // what the file system throws
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    }
  }
}

const made = fingerprint()
if (!(process.argv.includes('--if-needed') && isFresh(made))) {
  // Loaded only here: a start that needs no build does not wait for the builder.
  const { build } = await import('vite')
  // Made aside and put in place whole: two that build at once, as tests do, would empty each other's folder.
  const aside = join(root, '.tmp', `dashboard-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  await build({
    root: dashboard,
    logLevel: 'warn',
    build: { outDir: aside, emptyOutDir: true },
  })
  compress(aside)
  writeFileSync(join(aside, stamp), made)
  putInPlace(aside)
  console.log('built the dashboard')
}
