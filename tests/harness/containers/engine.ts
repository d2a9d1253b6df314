// podman, as the proofs of deployments use it; tools/container-engine installs what is missing.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const root = join(import.meta.dirname, '../../..')

const execute = promisify(execFile)

export type RunOptions = { cwd?: string; env?: Record<string, string | undefined> }

/** Standard output. Fails with what the program said. */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { stdout } = await execute(program, args, { ...options, maxBuffer: 64 * 2 ** 20 }).catch(
    (error: { message: string; stdout?: string; stderr?: string }) => {
      const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().slice(-4_000)
      throw new Error(`${program} ${args.slice(0, 6).join(' ')} failed:\n${said || error.message}`)
    },
  )
  return stdout
}

export async function podman(...args: string[]): Promise<string> {
  return (await run('podman', args)).trim()
}

export async function ensureEngine(...furtherImages: string[]): Promise<void> {
  await run(join(root, 'tools/container-engine'), furtherImages)
}

/** Also of a container that has ended. */
export async function inspectContainer(name: string): Promise<ContainerFacts> {
  const [facts] = JSON.parse(await podman('container', 'inspect', name)) as ContainerFacts[] // podman's own format
  if (!facts) throw new Error(`there is no container ${name}`)
  return facts
}

export type ContainerFacts = {
  Image: string
  State: { Pid: number; Running: boolean; ExitCode: number }
  Config: { User: string }
  EffectiveCaps: string[] | null
  HostConfig: { ReadonlyRootfs: boolean; SecurityOpt: string[] | null; Memory: number }
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> | null }
}

/** Everything it said so far. */
export async function logOf(name: string): Promise<string> {
  const { stdout, stderr } = await execute('podman', ['logs', name])
  return stdout + stderr
}

/** From this machine; undefined while it has none. */
export async function addressOf(name: string): Promise<string | undefined> {
  const facts = await inspectContainer(name).catch(() => undefined)
  const networks = Object.values(facts?.NetworkSettings.Networks ?? {})
  return networks.map(({ IPAddress }) => IPAddress).find((address) => address !== '')
}
