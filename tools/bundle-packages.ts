// Bundles packages that consist of hundreds of small files, for runs that start hundreds of processes: reading the 679
// modules of TypeBox takes a quarter of a second each time. The code is the package's own, in a few files.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const PACKAGE = 'typebox'
/** Everything the sources import of it; the hook below rejects anything else, which would be loaded twice. */
const ENTRIES = { [PACKAGE]: 'index', [`${PACKAGE}/value`]: 'value' }

/** The flag with which Node.js loads the bundle instead of the files; makes the bundle if there is none yet. */
export async function bundleFlag(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', PACKAGE, 'package.json'), 'utf8'),
  ) as { version: string } // npm's format
  const folder = join(root, '.tmp', 'bundles', `${PACKAGE}-${version}`)
  if (!existsSync(folder)) await bundle(folder)
  return `--import=${pathToFileURL(join(folder, 'register.js')).href}`
}

async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite')
  const aside = `${folder}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  const places = Object.entries(ENTRIES).map(([name, file]) => [
    file,
    new URL(import.meta.resolve(name)).pathname,
  ])
  await build({
    configFile: false,
    root: aside,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: aside,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(places),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true },
  })
  writeFileSync(join(aside, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(aside, 'register.js'), hook)
  try {
    renameSync(aside, folder)
  } catch {
    // Another process was faster.
    rmSync(aside, { recursive: true })
  }
}

const hook = `import { registerHooks } from 'node:module'
const entries = ${JSON.stringify(ENTRIES)}
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('${PACKAGE}')) return next(specifier, context)
    const file = entries[specifier]
    if (file === undefined) throw new Error(specifier + ' is not in tools/bundle-packages.ts')
    return { url: new URL(file + '.js', import.meta.url).href, format: 'module', shortCircuit: true }
  },
})
`
