// Helm and the validator of manifests, built and installed by the scripts in tools.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const install = (script: string): string =>
  execFileSync(join(root, 'tools', script), { encoding: 'utf8' }).trim()

export type Run = { ok: boolean; output: string; errors: string }

let helm: string | undefined

/** The first run builds Helm. */
export function runHelm(...args: string[]): Run {
  helm ??= install('install-helm.sh')
  return run(helm, args)
}

let validator: string | undefined

/** One line for each object that this version of Kubernetes does not accept. Unknown kinds, such as ServiceMonitor, pass. */
export function findSchemaFaults(version: string, files: readonly string[]): string[] {
  validator ??= install('install-kubernetes-validate.sh')
  const { output, errors } = run(validator, ['--strict', '--no-warn', '-k', version, ...files])
  const lines = `${output}\n${errors}`.split('\n').filter((line) => line.trim() !== '')
  const passed = lines.filter((line) => line.startsWith('INFO'))
  if (passed.length === 0) throw new Error(`the validator checked nothing: ${lines.join('\n')}`)
  return lines.filter((line) => !line.startsWith('INFO'))
}

function run(program: string, args: readonly string[]): Run {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  return { ok: status === 0, output: stdout, errors: stderr }
}
