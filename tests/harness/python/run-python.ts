// Python programs with the Python SDK of this checkout, without an installation.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { childEnv } from '../child-env.ts'

const SOURCES = join(import.meta.dirname, '../../../sdk-python/src')

export type PythonProgram = {
  process: ChildProcessByStdio<Writable, Readable, Readable>
  /** Lines so far. */
  lines: () => string[]
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

export type PythonOptions = { env?: Record<string, string>; cwd?: string; python?: string }

export function startPython(args: readonly string[], options: PythonOptions = {}): PythonProgram {
  const { env = {}, cwd, python = 'python3' } = options
  const child = spawn(python, args, {
    env: childEnv({
      PYTHONPATH: SOURCES,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
      ...env,
    }),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
  child.stdin.on('error', () => undefined)
  return {
    process: child,
    lines: () => stdout.split('\n').slice(0, -1),
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr })),
  }
}

/** Fails with what it printed. */
export async function runPython(
  args: readonly string[],
  options: PythonOptions & { input?: string } = {},
): Promise<string> {
  const program = startPython(args, options)
  program.process.stdin.end(options.input ?? '')
  const { code, stdout, stderr } = await program.ended
  if (code !== 0) throw new Error(`python ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}
