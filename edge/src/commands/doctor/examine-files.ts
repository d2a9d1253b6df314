// Who else on this machine can read or change the files that decide what leaves it.
import { statSync } from 'node:fs'
import type { DatabasePolicy, Login, SecretSource } from '#edge/policy/policy.ts'
import type { Finding } from './finding.ts'

const WRITABLE_BY_OTHERS = 0o002
const READABLE_BY_OTHERS = 0o004

export function examinePolicyFile(file: string): Finding {
  const mode = modeOf(file)
  if (mode & WRITABLE_BY_OTHERS) {
    const says = `${file} can be changed by every user of this machine, and so can what leaves it. Run: chmod 640 ${file}`
    return { what: 'policy', state: 'bad', says }
  }
  if (mode & READABLE_BY_OTHERS) {
    const says = `${file} can be used, and read by every user of this machine: it has no password, but names of tables. Run: chmod 640 ${file}`
    return { what: 'policy', state: 'warning', says }
  }
  return { what: 'policy', state: 'ok', says: `${file} can be used` }
}

/** Files that the policy takes logins from. */
export function examineSecretFiles({ name, login }: DatabasePolicy): Finding[] {
  const sources = sourcesOf(login)
  const files = new Set(sources.flatMap((source) => ('file' in source ? [source.file] : [])))
  return [...files]
    .filter((file) => modeOf(file) & (READABLE_BY_OTHERS | WRITABLE_BY_OTHERS))
    .map((file) => ({
      what: name,
      state: 'bad',
      says: `${file} has a login and is open to every user of this machine. Run: chmod 600 ${file}`,
    }))
}

function sourcesOf(login: Login): SecretSource[] {
  if (login.kind === 'url') return [login.from]
  return login.password === undefined ? [] : [login.password]
}

/** Nothing where there is no file: whoever needs it says so. */
function modeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mode ?? 0
}
