// Checks the permissions of the policy and of files with logins.
import { statSync } from 'node:fs'
import type { DatabasePolicy, Login, SecretSource } from '#edge/policy/policy.ts'
import type { Finding } from './finding.ts'

const WRITABLE_BY_OTHERS = 0o002
const READABLE_BY_OTHERS = 0o004

export function examinePolicyFile(file: string): Finding {
  const mode = modeOf(file)
  if (mode & WRITABLE_BY_OTHERS) {
    const says = `${file} is writable by every user of this machine, who can change what is sent. Run: chmod 640 ${file}`
    return { what: 'policy', state: 'fail', says }
  }
  if (mode & READABLE_BY_OTHERS) {
    const says = `${file} is valid, but readable by every user of this machine. It contains table names, no passwords. Run: chmod 640 ${file}`
    return { what: 'policy', state: 'warn', says }
  }
  return { what: 'policy', state: 'ok', says: `${file} is valid` }
}

/** Files that the policy reads logins from. */
export function examineSecretFiles({ name, login }: DatabasePolicy): Finding[] {
  const sources = sourcesOf(login)
  const files = new Set(sources.flatMap((source) => ('file' in source ? [source.file] : [])))
  return [...files]
    .filter((file) => modeOf(file) & (READABLE_BY_OTHERS | WRITABLE_BY_OTHERS))
    .map((file) => ({
      what: name,
      state: 'fail',
      says: `${file} contains a login and is accessible to every user of this machine. Run: chmod 600 ${file}`,
    }))
}

function sourcesOf(login: Login): SecretSource[] {
  if (login.kind === 'url') return [login.from]
  return login.password === undefined ? [] : [login.password]
}

/** 0 if there is no file: its reader reports that. */
function modeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mode ?? 0
}
