// The only reader of the environment.
import { readFileSync } from 'node:fs'
import { LOG_LEVELS, type LogLevel, type Settings, SettingsError } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

export function loadSettings(env: Environment = process.env): Settings {
  const get = (name: string): string | undefined => env[name]?.trim() || undefined
  const proxy = (name: string) => get(name) ?? get(name.toLowerCase())
  const [https, http, none] = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].map(proxy)
  return {
    url: readUrl(get('TASK_EDGE_URL'), get('TASK_EDGE_ALLOW_HTTP') === 'true'),
    token: get('TASK_EDGE_TOKEN'),
    policyFile: get('TASK_EDGE_POLICY') ?? '/etc/task-edge/policy.yaml',
    stateFolder: get('TASK_EDGE_STATE') ?? '/var/lib/task-edge',
    proxies: {
      ...(https === undefined ? {} : { https }),
      ...(http === undefined ? {} : { http }),
      ...(none === undefined ? {} : { none }),
    },
    caFile: get('TASK_EDGE_CA_FILE'),
    log: readLogLevel(get('TASK_EDGE_LOG')),
    readSecret(source) {
      const value = 'env' in source ? get(source.env) : readSecretFile(source.file)
      if (value) return value
      throw new SettingsError(
        'env' in source
          ? `${source.env} is not set. The policy reads a database login from this variable.`
          : `${source.file} is empty or cannot be read. The policy reads a database login from this file.`,
      )
    },
  }
}

function readSecretFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

function readUrl(text: string | undefined, allowsHttp: boolean): URL | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new SettingsError('TASK_EDGE_URL must be a URL such as https://acme.tasks.example.com')
  }
  if (url.username || url.search || url.hash) {
    throw new SettingsError('TASK_EDGE_URL must not contain a user, query or fragment.')
  }
  if (url.protocol === 'http:' && !allowsHttp && !LOOPBACK.test(url.hostname)) {
    throw new SettingsError(
      'TASK_EDGE_URL uses plain http://, which can be intercepted. Use https://, or set TASK_EDGE_ALLOW_HTTP=true in a trusted network.',
    )
  }
  return url
}

function readLogLevel(text: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((one) => one === (text ?? 'info'))
  if (level !== undefined) return level
  throw new SettingsError(`TASK_EDGE_LOG must be one of ${LOG_LEVELS.join(', ')}.`)
}
