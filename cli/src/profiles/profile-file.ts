// The profiles of the user: which server, which tenant, and the key for it.
import { join } from 'node:path'
import type { Environment } from '#cli/environment.ts'
import { readJsonFile, writePrivateFile } from './write-file.ts'

export type Profile = { url: string; key: string; tenant: string }

export type Profiles = { current: string | undefined; profiles: Record<string, Profile> }

export const profilePath = ({ configFolder }: Environment): string =>
  join(configFolder, 'config.json')

export async function readProfiles(environment: Environment): Promise<Profiles> {
  const found = (await readJsonFile(profilePath(environment))) ?? {}
  const { current, profiles } = found
  return {
    current: typeof current === 'string' ? current : undefined,
    profiles: Object.fromEntries(Object.entries(profiles ?? {}).filter(isProfile)),
  }
}

function isProfile(entry: [string, unknown]): entry is [string, Profile] {
  const profile = entry[1] as Partial<Profile> | null // checked in the next line
  return typeof profile?.url === 'string' && typeof profile.key === 'string'
}

export async function writeProfiles(environment: Environment, profiles: Profiles): Promise<void> {
  await writePrivateFile(profilePath(environment), `${JSON.stringify(profiles, null, 2)}\n`)
}
