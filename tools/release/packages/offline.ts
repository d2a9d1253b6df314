// Runs programs without a network: every registry and proxy is a port at which no one listens.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const NOWHERE = 'http://127.0.0.1:9/'

export const offlineEnv: Readonly<Record<string, string>> = {
  npm_config_offline: 'true',
  npm_config_registry: NOWHERE,
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_ignore_scripts: 'true',
  npm_config_update_notifier: 'false',
  PIP_NO_INDEX: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  HTTP_PROXY: NOWHERE,
  HTTPS_PROXY: NOWHERE,
  http_proxy: NOWHERE,
  https_proxy: NOWHERE,
  // The server that is started for the check.
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
}

const execute = promisify(execFile)

export type OfflineOptions = {
  cwd: string
  env?: Readonly<Record<string, string>>
}

/** Standard output. Fails with what the program printed. */
export async function runOffline(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: OfflineOptions,
): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd, env: { PATH, HOME, ...offlineEnv, ...env }, maxBuffer: 64 * 2 ** 20 }
  try {
    return (await execute(program, [...args], options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Partial<Record<string, string>> // of execFile
    const printed = `${stdout}${stderr}`.trim().slice(-3_000)
    throw new Error(`${program} ${args.slice(0, 4).join(' ')} failed:\n${printed || message}`, {
      cause: error,
    })
  }
}
