// The environment variables of the program. No other file reads the environment.
import { homedir } from 'node:os'
import { join } from 'node:path'

export type Environment = {
  url: string | undefined
  key: string | undefined
  profile: string | undefined
  /** Signs forwarded events instead of a secret of this machine. */
  webhookSecret: string | undefined
  configFolder: string
  stateFolder: string
  noColor: boolean
  isDumbTerminal: boolean
  hasProxy: boolean
}

/** An empty variable counts as unset. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const get = (name: string): string | undefined => env[name]?.trim() || undefined
  const home = get('HOME') ?? homedir()
  return {
    url: get('TASKS_URL'),
    key: get('TASKS_KEY'),
    profile: get('TASKS_PROFILE'),
    webhookSecret: get('TASKS_WEBHOOK_SECRET'),
    configFolder: join(get('XDG_CONFIG_HOME') ?? join(home, '.config'), 'task-service'),
    stateFolder: join(get('XDG_STATE_HOME') ?? join(home, '.local/state'), 'task-service'),
    noColor: get('NO_COLOR') !== undefined,
    isDumbTerminal: get('TERM') === 'dumb',
    hasProxy: ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'].some((name) => get(name)),
  }
}
