// The wheel and the source distribution, installed as users install them, and their types.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runPython } from '../../tests/harness/python/run-python.ts'

const root = join(import.meta.dirname, '../..')

/** Of an installation, which needs no other package. */
export async function checkPackages(
  folder: string,
  env: Record<string, string>,
): Promise<string[]> {
  const pack = join(root, 'tools/pack-sdk-python.ts')
  const printed = execFileSync(process.execPath, [pack, folder], { cwd: root, encoding: 'utf8' })
  const files = printed.trim().split('\n')
  const faults: string[] = files.length === 2 ? [] : [`${files.length} files were packed`]
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  } // our own file
  const readme = readFileSync(join(root, 'sdk-python/README.md'), 'utf8')
  const [, example = ''] = /```python\n(.*?)```/s.exec(readme) ?? []
  for (const [index, file] of files.entries()) {
    const place = join(folder, `installed-${index}`)
    execFileSync('python3', ['-m', 'venv', place])
    const python = join(place, 'bin/python')
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', file])
    const installed = { python, env: { ...env, PYTHONPATH: '' }, cwd: place }
    const shown = await runPython(['-c', LOOK], installed)
    if (shown.trim() !== `typed ${version}`) faults.push(`${file}: ${shown}`)
    const said = await runPython(['-c', example], installed)
    if (!said.endsWith('is completed\n')) faults.push(`${file}: the example printed ${said}`)
  }
  return faults
}

const LOOK = `
import task_service, pathlib
folder = pathlib.Path(task_service.__file__).parent
assert "site-packages" in str(folder)
print("typed" if (folder / "py.typed").exists() else "untyped", task_service.__version__)
`

/** The package and a program, in strict mode; and that mypy rejects what is wrong in the program. */
export async function checkTypes(tools: string, folder: string): Promise<string[]> {
  const program = readFileSync(join(import.meta.dirname, 'typed_program.py'), 'utf8')
  const lines = program.split('\n')
  const wrong = lines.flatMap((line, index) => (WRONG.test(line) ? [index + 1] : []))
  const good = join(folder, 'good.py')
  const bad = join(folder, 'bad.py')
  writeFileSync(good, program)
  writeFileSync(bad, program.replaceAll(new RegExp(WRONG, 'gm'), '$1'))
  const mypy = (...args: string[]): Promise<string> =>
    runPython(['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy'), ...args], {
      python: join(tools, 'python/bin/python'),
      cwd: folder,
      env: { MYPYPATH: join(root, 'sdk-python/src'), PYTHONPATH: '' },
    }).catch((error: Error) => error.message)
  const faults: string[] = []
  const shown = await mypy('-p', 'task_service')
  if (!shown.startsWith('Success')) faults.push(shown)
  const accepted = await mypy(good)
  if (!accepted.startsWith('Success')) faults.push(accepted)
  const rejected = await mypy(bad)
  const found = new Set(
    [...rejected.matchAll(/bad\.py:(\d+): error/g)].map(([, line]) => Number(line)),
  )
  const missed = wrong.filter((line) => !found.has(line))
  return [...faults, ...missed.map((line) => `mypy accepts line ${line}: ${lines[line - 1]}`)]
}

const WRONG = /^(\s*)# wrong: /
