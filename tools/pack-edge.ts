// `npm run pack:edge [folder]`: the connector as a package for npm, plain JavaScript. Node.js strips no types below
// node_modules, and the contract is not published as a package of its own.
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { type Manifest, packPackage } from './packing/pack-package.ts'

const root = join(import.meta.dirname, '..')
const edge = join(root, 'edge')
const MAIN = 'dist/main.js'

/** That of the sources, but for what only they need. */
function manifestOf({ imports: _imports, ...manifest }: Manifest): Manifest {
  const dependencies = Object.entries(manifest.dependencies ?? {})
  return {
    ...manifest,
    bin: { 'task-edge': MAIN },
    files: ['dist', 'policy.yaml'],
    dependencies: Object.fromEntries(
      dependencies.filter(([name]) => !name.startsWith('@task-service/')),
    ),
  }
}

async function bundle(folder: string): Promise<void> {
  await build({
    root: edge,
    configFile: false,
    logLevel: 'warn',
    build: {
      // For Node.js: packages of others stay outside, those of the workspace go in.
      ssr: 'src/main.ts',
      target: 'node24',
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      // Database administrators may want to read what runs next to their database.
      minify: false,
      rolldownOptions: {
        output: { chunkFileNames: '[name].js' },
        // Of the contract only what the connector speaks of: its modules do nothing but say what things look like.
        treeshake: { moduleSideEffects: false },
      },
    },
  })
}

const [, , destination = join(root, 'dist')] = process.argv
console.log(
  await packPackage({
    workspace: 'edge',
    destination: resolve(destination),
    build: bundle,
    manifest: manifestOf,
    beside: {
      'README.md': 'edge/README.md',
      LICENSE: 'LICENSE',
      'policy.yaml': 'deploy/edge/policy.yaml',
    },
  }),
)
