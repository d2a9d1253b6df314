// `npm run pack:edge [folder]`: the connector as a package for npm, plain JavaScript. Node.js strips no types below
// node_modules, and the contract is not published as a package of its own.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const edge = join(root, 'edge')
const MAIN = 'dist/main.js'

type Manifest = {
  private?: boolean
  bin: Record<string, string>
  imports?: Record<string, string>
  files?: string[]
  dependencies: Record<string, string>
}

/** That of the sources, but for what only they need. */
function manifestOf(text: string): Manifest {
  const { private: _, imports: _imports, ...manifest } = JSON.parse(text) as Manifest // our own file
  const dependencies = Object.entries(manifest.dependencies)
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

/** What stands beside the code, and where it comes from. */
const beside = {
  'README.md': 'edge/README.md',
  LICENSE: 'LICENSE',
  'policy.yaml': 'deploy/edge/policy.yaml',
}

async function pack(destination: string): Promise<string> {
  const folder = join(root, '.tmp', `pack-edge-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  mkdirSync(destination, { recursive: true })
  try {
    await bundle(folder)
    const manifest = manifestOf(readFileSync(join(edge, 'package.json'), 'utf8'))
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    for (const [name, from] of Object.entries(beside)) cpSync(join(root, from), join(folder, name))
    const args = ['pack', '--silent', `--pack-destination=${destination}`]
    const name = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim()
    return join(destination, name)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [, , destination = join(root, 'dist')] = process.argv
console.log(await pack(resolve(destination)))
