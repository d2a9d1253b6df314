// Runs a program of a generator or a compiler; what it printed is the fault when it fails.
import { execFile } from 'node:child_process'
import { childEnv } from '../../tests/harness/child-env.ts'

export type CommandOptions = { cwd: string; env?: Record<string, string> }

/** Undefined when it succeeded. */
export function commandFault(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: CommandOptions,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { cwd, env: childEnv({ HOME: cwd, ...env }), maxBuffer: 64 * 2 ** 20 }
    execFile(program, args, options, (error, stdout, stderr) => {
      const printed = `${stdout}${stderr}`.trim().split('\n').slice(0, LINES).join('\n')
      resolve(
        error
          ? `${program} ${args[0] ?? ''}: ${error.code ?? error.signal}\n${printed}`
          : undefined,
      )
    })
  })
}

/** Enough to see what is wrong. */
const LINES = 20
