// Resolves the login of a database from its source in the policy.
import { readFileSync } from 'node:fs'
import type { LoginFacts } from '#edge/drivers/driver.ts'
import type { Login } from '#edge/policy/policy.ts'
import { type Settings, SettingsError } from './settings.ts'

export function resolveLogin(
  login: Login,
  { readSecret }: Pick<Settings, 'readSecret'>,
): LoginFacts {
  const { tls } = login
  const ca = tls?.caFile === undefined ? undefined : readCa(tls.caFile)
  const secured =
    tls === undefined ? {} : { tls: { verify: tls.verify, ...(ca === undefined ? {} : { ca }) } }
  if (login.kind === 'url') return { url: readUrl(readSecret(login.from)), ...secured }
  const { host, port, name, user, password } = login
  return {
    host,
    name,
    user,
    ...(port === undefined ? {} : { port }),
    ...(password === undefined ? {} : { password: readSecret(password) }),
    ...secured,
  }
}

function readUrl(text: string): string {
  if (URL.canParse(text)) return text
  throw new SettingsError(
    'The database URL is not valid. Use a URL such as postgres://user:password@host:5432/name.',
  )
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingsError(`The certificate authority file ${file} cannot be read.`)
  }
}
