// Which server and which key a command uses: `--profile`, then the environment, then the current profile.
import type { Environment } from '#cli/environment.ts'
import { CommandError } from '#cli/program/command-error.ts'
import { type Profiles, readProfiles } from './profile-file.ts'

export type Target = { url: string; key: string }

export async function chooseTarget(
  environment: Environment,
  profileName: string | undefined,
): Promise<Target> {
  if (profileName === undefined && environment.url !== undefined && environment.key !== undefined) {
    return checked({ url: environment.url, key: environment.key })
  }
  return checked(selectTarget(environment, profileName, await readProfiles(environment)))
}

export function selectTarget(
  { url, key, profile: fromEnvironment }: Environment,
  profileName: string | undefined,
  { current, profiles }: Profiles,
): Target {
  const name = profileName ?? fromEnvironment ?? current
  const profile = name === undefined ? undefined : profiles[name]
  if (profileName !== undefined || (fromEnvironment !== undefined && profile === undefined)) {
    if (profile === undefined) throw unknownProfile(name ?? '', Object.keys(profiles))
    if (profileName !== undefined) return profile
  }
  if (url !== undefined && key === undefined && !isSameServer(url, profile?.url)) {
    const fix = 'Set TASKS_KEY, too, or run: tasks login'
    throw new CommandError(
      'unauthenticated',
      `TASKS_URL is set, but there is no key for ${url}.`,
      fix,
    )
  }
  const target = { url: url ?? profile?.url, key: key ?? profile?.key }
  if (target.url === undefined || target.key === undefined) {
    const what =
      target.url === undefined && key !== undefined
        ? 'TASKS_KEY is set, but not TASKS_URL'
        : 'No API key'
    throw new CommandError(
      'unauthenticated',
      `${what}.`,
      'Run: tasks login. Or set TASKS_URL and TASKS_KEY.',
    )
  }
  return { url: target.url, key: target.key }
}

/** The key of a profile is never sent to another server. */
function isSameServer(url: string, other: string | undefined): boolean {
  return other !== undefined && URL.canParse(url) && new URL(url).origin === new URL(other).origin
}

export function unknownProfile(name: string, names: readonly string[]): CommandError {
  const known = names.length === 0 ? 'There are no profiles' : `Profiles: ${names.join(', ')}`
  return new CommandError(
    'not_found',
    `There is no profile "${name}".`,
    `${known}. To add one, run: tasks login --profile ${name}`,
  )
}

/** Before a request is made, because fetch would name neither the variable nor the value. */
export function checked<T extends Target>(target: T): T {
  const { url, key } = target
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandError(
      'usage',
      `The URL "${url}" is not valid.`,
      'Use the base URL of the tenant, such as https://acme.tasks.example.com',
    )
  }
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') {
    throw new CommandError('usage', 'The URL must not contain a user name or a password.')
  }
  // Without the value, which is a secret.
  if (!/^[\u0021-\u007e]+$/.test(key)) {
    throw new CommandError(
      'usage',
      'The API key contains spaces or characters that are not ASCII.',
      'Copy the key again, without quotes.',
    )
  }
  return target
}
