// `tasks login`: stores a profile after the key has been checked.
import { text } from 'node:stream/consumers'
import { checked } from '#cli/profiles/choose-profile.ts'
import { profilePath, readProfiles, writeProfiles } from '#cli/profiles/profile-file.ts'
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { ask, askSecret, isAskable } from '#cli/terminal/prompt.ts'

export async function login(run: CommandRun): Promise<void> {
  const { input, output, environment } = run
  const name = input.text('profile') ?? environment.profile ?? 'default'
  // It becomes a part of messages and commands.
  if (!/^[\w.-]{1,64}$/.test(name)) {
    throw new CommandError(
      'usage',
      'A profile name can have letters, digits, ".", "_" and "-", up to 64.',
    )
  }
  const profiles = await readProfiles(environment)
  const url = input.text('url') ?? environment.url ?? (await askUrl(profiles.profiles[name]?.url))
  const target = checked({ url, key: await readKey() })
  warnOfPlainHttp(run, target.url)
  const { tenant, version } = await pingWith(run, target)
  profiles.profiles[name] = { ...target, tenant }
  profiles.current = name
  await writeProfiles(environment, profiles)
  await output.result(
    { profile: name, url: target.url, tenant, server_version: version },
    `Signed in to tenant ${neutralizeLine(tenant)} at ${target.url}. Profile: ${name}`,
  )
  output.note(`The key is stored in ${profilePath(environment)}`)
}

async function pingWith(run: CommandRun, target: { url: string; key: string }) {
  if (target.key.startsWith('agt_')) {
    throw new CommandError(
      'usage',
      'Profiles are for API keys, and this is an agent token.',
      'Pass it as TASKS_KEY together with TASKS_URL.',
    )
  }
  const client = await run.clientFor(target)
  return client.system.ping()
}

async function askUrl(known: string | undefined): Promise<string> {
  if (!isAskable()) throw new CommandError('usage', 'The URL is missing.', 'Add --url <url>.')
  const url = (
    await ask(known === undefined ? 'URL of the tenant: ' : `URL of the tenant [${known}]: `)
  ).trim()
  return url === '' && known !== undefined ? known : url
}

async function readKey(): Promise<string> {
  const key = process.stdin.isTTY
    ? await askSecret('API key (not shown): ')
    : await text(process.stdin)
  const trimmed = key.trim()
  if (trimmed !== '') return trimmed
  throw new CommandError(
    'usage',
    'The API key is empty.',
    'Type it at the prompt, or pipe it to standard input.',
  )
}

function warnOfPlainHttp({ output }: CommandRun, url: string): void {
  const { protocol, hostname } = new URL(url)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol === 'http:' && !isLocal)
    output.note(`Warning: ${url} has no TLS, so the key is sent without encryption.`)
}
