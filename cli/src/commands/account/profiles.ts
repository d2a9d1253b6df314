// `tasks profile list`, `use` and `remove`. Keys are never printed.

import { unknownProfile } from '#cli/profiles/choose-profile.ts'
import { type Profiles, readProfiles, writeProfiles } from '#cli/profiles/profile-file.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { type Column, Table } from '#cli/terminal/table.ts'

type Row = { name: string; url: string; tenant: string; current: boolean }

const columns: readonly Column<Row>[] = [
  { title: 'PROFILE', value: ({ name, current }) => (current ? `${name} *` : name) },
  { title: 'TENANT', value: ({ tenant }) => tenant },
  { title: 'URL', value: ({ url }) => url, isFlexible: true },
]

export async function profileList({ environment, output }: CommandRun): Promise<void> {
  const { current, profiles } = await readProfiles(environment)
  const rows = Object.entries(profiles).map(([name, { url, tenant }]) => ({
    name,
    url,
    tenant,
    current: name === current,
  }))
  const table = new Table(columns, output.paint, output.columns)
  await output.result({ data: rows }, ...(rows.length === 0 ? [] : table.print(rows)))
  if (rows.length === 0) output.note('No profiles. To add one, run: tasks login')
}

async function readWith({ environment, input }: CommandRun): Promise<[string, Profiles]> {
  const all = await readProfiles(environment)
  const name = input.arg(0)
  if (all.profiles[name] === undefined) throw unknownProfile(name, Object.keys(all.profiles))
  return [name, all]
}

export async function profileUse(run: CommandRun): Promise<void> {
  const [name, all] = await readWith(run)
  await writeProfiles(run.environment, { ...all, current: name })
  const profile = all.profiles[name]
  await run.output.result(
    { profile: name, url: profile?.url, tenant: profile?.tenant },
    `Using profile ${name} (${profile?.url}).`,
  )
}

export async function profileRemove(run: CommandRun): Promise<void> {
  const [name, { current, profiles }] = await readWith(run)
  const { [name]: _, ...others } = profiles
  const next = current === name ? undefined : current
  await writeProfiles(run.environment, { current: next, profiles: others })
  await run.output.result({ removed: name }, `Removed profile ${name}.`)
}
