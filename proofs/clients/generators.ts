// The four generators with their default settings: how each generates, compiles and runs.
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandFault } from './command-fault.ts'

export type Workplace = {
  /** Where the generators are installed. */
  tools: string
  /** Of this client; `openapi.json` is in it. */
  folder: string
  env: Record<string, string>
}

export type Generator = {
  name: string
  generate: (place: Workplace) => Promise<string | undefined>
  /** Type checks included. */
  compile: (place: Workplace) => Promise<string | undefined>
  run: (place: Workplace) => Promise<string | undefined>
  /** The generated code, in which every enum may stand once. */
  sources: (place: Workplace) => string
}

const smoke = join(import.meta.dirname, 'smoke')
const node = process.execPath

/** Strict, because users are: what compiles here compiles everywhere. */
const tsconfig = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'commonjs',
    moduleResolution: 'node10',
    esModuleInterop: true,
    skipLibCheck: true,
    types: ['node'],
    outDir: 'out',
    rootDir: '.',
  },
  include: ['smoke.ts', 'generated'],
}

function readSources(folder: string, pattern: string): string {
  const files = globSync(pattern, { cwd: folder }).toSorted()
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
}

function typescriptClient(
  name: string,
  generate: (place: Workplace) => Promise<string | undefined>,
): Generator {
  return {
    name,
    generate,
    compile({ tools, folder }) {
      cpSync(join(smoke, `${name}.ts.txt`), join(folder, 'smoke.ts'))
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
      writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
      return commandFault(node, [join(tools, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
        cwd: folder,
      })
    },
    run: ({ folder, env }) => commandFault(node, ['out/smoke.js'], { cwd: folder, env }),
    sources: ({ folder }) => readSources(folder, 'generated/**/*.ts'),
  }
}

export const generators: readonly Generator[] = [
  typescriptClient('openapi-typescript', ({ tools, folder }) => {
    const program = join(tools, 'node_modules/openapi-typescript/bin/cli.js')
    return commandFault(node, [program, 'openapi.json', '-o', 'generated/schema.ts'], {
      cwd: folder,
    })
  }),
  typescriptClient('hey-api', ({ tools, folder }) => {
    const program = join(tools, 'node_modules/@hey-api/openapi-ts/bin/run.js')
    return commandFault(node, [program, '-i', 'openapi.json', '-o', 'generated'], { cwd: folder })
  }),
  typescriptClient('openapi-generator', ({ tools, folder, env }) => {
    const jar = join(tools, 'openapi-generator.jar')
    const options = ['-i', 'openapi.json', '-g', 'typescript-fetch', '-o', 'generated']
    return commandFault('java', ['-jar', jar, 'generate', ...options], { cwd: folder, env })
  }),
  {
    name: 'openapi-python-client',
    generate({ tools, folder }) {
      const program = join(tools, 'python/bin/openapi-python-client')
      const options = ['generate', '--path', 'openapi.json', '--output-path', 'generated']
      return commandFault(program, options, { cwd: folder, env: pathOf(tools) })
    },
    compile({ tools, folder }) {
      cpSync(join(smoke, 'openapi_python_client.py.txt'), join(folder, 'generated/smoke.py'))
      const options = ['-m', 'mypy', 'smoke.py']
      return commandFault(join(tools, 'python/bin/python'), options, {
        cwd: join(folder, 'generated'),
      })
    },
    run: ({ tools, folder, env }) =>
      commandFault(join(tools, 'python/bin/python'), ['smoke.py'], {
        cwd: join(folder, 'generated'),
        env,
      }),
    sources: ({ folder }) => readSources(folder, 'generated/*/**/*.py'),
  },
]

/** The generator formats its code with a program of its own environment. */
const pathOf = (tools: string): Record<string, string> => ({
  PATH: `${join(tools, 'python/bin')}:${process.env['PATH'] ?? ''}`,
})

/** With its own copy of the document, and the packages that its code imports. */
export function openWorkplace(
  place: Omit<Workplace, 'folder'>,
  root: string,
  name: string,
  document: string,
): Workplace {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'openapi.json'), document)
  symlinkSync(join(place.tools, 'node_modules'), join(folder, 'node_modules'))
  return { ...place, folder }
}
