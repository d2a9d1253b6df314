// `node tools/pack-sdk-python.ts [folder]`: the Python SDK as a wheel and a source distribution.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
/** The build backend, in an environment of its own. */
const BACKEND = 'flit_core==4.2.0'

const isSource = (path: string): boolean => !path.includes('__pycache__')

/** Returns the paths of both files. */
function pack(destination: string): string[] {
  const folder = join(root, '.tmp', `pack-sdk-python-${process.pid}`)
  mkdirSync(destination, { recursive: true })
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: join(folder, 'sdk'), encoding: 'utf8' }).trim()
  try {
    for (const part of ['pyproject.toml', 'README.md', 'src']) {
      cpSync(join(root, 'sdk-python', part), join(folder, 'sdk', part), {
        recursive: true,
        filter: isSource,
      })
    }
    cpSync(join(root, 'LICENSE'), join(folder, 'sdk/LICENSE'))
    const python = join(folder, 'python/bin/python')
    run('python3', '-m', 'venv', join(folder, 'python'))
    run(python, '-m', 'pip', 'install', '--quiet', BACKEND)
    return ['build_sdist', 'build_wheel'].map((build) => {
      const code = `import sys; from flit_core import buildapi; print(buildapi.${build}(sys.argv[1]))`
      const printed = run(python, '-c', code, destination)
      return join(destination, printed.split('\n').at(-1) ?? '')
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [, , destination = join(root, 'dist')] = process.argv
console.log(pack(resolve(destination)).join('\n'))
