// `npm run build -- docs`: the documentation as a website with search, which the service shows at /docs. `--if-needed` leaves
// a build alone that was made from the same sources.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuiltSite, findBrokenLinks } from '../site/check-links.ts'
import { adaptStyles, externalizePages } from '../site/externalize.ts'
import { preparePages } from '../site/prepare-pages.ts'
import { makeRelative, relocateSearch } from '../site/relative-links.ts'
import { findPages, root } from '../site/site-pages.ts'

const site = join(root, 'site')
const dist = join(site, 'dist')
const stamp = '.made-from'

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = [
    ...findPages(),
    ...globSync(['docs/pictures/*', 'site/*.{ts,json}', 'site/src/*.{ts,css}', 'tools/site/*.ts'], {
      cwd: root,
    }).toSorted(),
    'tools/build/build-site.ts',
  ]
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const isFresh = (wanted: string): boolean =>
  existsSync(join(dist, stamp)) && readFileSync(join(dist, stamp), 'utf8') === wanted

/** Apart from the packages of the product, and only when the lock file differs from what is installed. */
function installPackages(): void {
  const lock = readFileSync(join(site, 'package-lock.json'))
  const installed = join(site, 'node_modules', stamp)
  if (existsSync(installed) && readFileSync(installed).equals(lock)) return
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: site, stdio: 'inherit' })
  writeFileSync(installed, lock)
}

function runAstro(outDir: string): void {
  // Pages in its cache name the style sheets of the build that rendered them.
  for (const cache of ['.astro', 'node_modules/.astro']) {
    rmSync(join(site, cache), { recursive: true, force: true })
  }
  execFileSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--silent', '--outDir', outDir],
    {
      cwd: site,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}

/** What Astro wrote becomes relative and free of inline code. */
function finishPages(folder: string): BuiltSite {
  const read = (page: string) => [page, readFileSync(join(folder, page), 'utf8')] as const
  const written = new Map(globSync('**/*.html', { cwd: folder }).map(read))
  const { pages, files } = externalizePages(written)
  for (const [page, html] of pages) pages.set(page, makeRelative(html, page))
  for (const [page, html] of pages) writeFileSync(join(folder, page), html)
  for (const [url, text] of files) writeFileSync(join(folder, url.replace('/docs/', '')), text)
  changeOneFile(folder, '_astro/*.js', relocateSearch)
  changeOneFile(folder, '_astro/ec.*.css', adaptStyles)
  const all = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((one) => one.isFile())
  const names = all.map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
  return { pages, files: new Set(names) }
}

/** Exactly one file has what is replaced: a new version of a package may write it differently. */
function changeOneFile(folder: string, pattern: string, change: (text: string) => string): void {
  const changed = globSync(pattern, { cwd: folder }).filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const next = change(text)
    if (next !== text) writeFileSync(join(folder, name), next)
    return next !== text
  })
  if (changed.length !== 1) throw new Error(`${pattern}: ${changed.length} files changed, not 1`)
}

function compress(folder: string): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  for (const file of globSync('**/*.{js,css,svg,html,txt,xml,json}', { cwd: folder })) {
    const path = join(folder, file)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function putInPlace(aside: string): void {
  mkdirSync(dirname(dist), { recursive: true })
  rmSync(dist, { recursive: true, force: true, maxRetries: 5 })
  renameSync(aside, dist)
}

const made = fingerprint()
if (!(process.argv.includes('--if-needed') && isFresh(made))) {
  // In an image they are a layer of their own.
  if (!process.argv.includes('--installed')) installPackages()
  preparePages()
  const aside = join(root, '.tmp', `site-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  runAstro(aside)
  const built = finishPages(aside)
  const broken = findBrokenLinks(built)
  for (const { page, target, reason } of broken) console.error(`${page}: ${target}: ${reason}`)
  if (broken.length > 0) process.exit(1)
  compress(aside)
  writeFileSync(join(aside, stamp), made)
  putInPlace(aside)
  console.log(`built the documentation: ${built.pages.size} pages, 0 broken links`)
}
