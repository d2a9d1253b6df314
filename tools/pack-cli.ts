// `npm run pack:cli [folder]`: the command line as a package for npm, plain JavaScript. The SDK is bundled, and commands stay
// files that are loaded when they run.
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { type Manifest, packPackage } from './packing/pack-package.ts'

const root = join(import.meta.dirname, '..')
const MAIN = 'dist/main.js'

/** That of the sources, but for what only they need. */
function manifestOf({ imports: _imports, ...manifest }: Manifest): Manifest {
  const dependencies = Object.entries(manifest.dependencies ?? {})
  return {
    ...manifest,
    bin: { tasks: MAIN },
    files: ['dist'],
    dependencies: Object.fromEntries(
      dependencies.filter(([name]) => !name.startsWith('@task-service/')),
    ),
  }
}

async function bundle(folder: string): Promise<void> {
  await build({
    root: join(root, 'cli'),
    configFile: false,
    logLevel: 'warn',
    build: {
      // For Node.js: packages of others stay outside, those of the workspace go in.
      ssr: 'src/main.ts',
      target: 'node22',
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      // Stack traces name functions.
      minify: false,
      rolldownOptions: { output: { chunkFileNames: 'chunks/[name].js' } },
    },
  })
}

const [, , destination = join(root, 'dist')] = process.argv
console.log(
  await packPackage({
    workspace: 'cli',
    destination: resolve(destination),
    build: bundle,
    manifest: manifestOf,
    beside: { 'README.md': 'cli/README.md', LICENSE: 'LICENSE' },
  }),
)
