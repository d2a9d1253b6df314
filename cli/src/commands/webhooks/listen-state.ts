// What `tasks webhooks listen` keeps on this computer: the signing secret, and the position for each URL.
import { join } from 'node:path'
import type { Environment } from '#cli/environment.ts'
import { withFileLock } from '#cli/profiles/file-lock.ts'
import { readJsonFile, writePrivateFile } from '#cli/profiles/write-file.ts'
import { checkSecret, createSecret } from './sign-message.ts'

type State = { secret?: string; positions?: Record<string, string> }

const POSITIONS_MAX = 100

const pathOf = ({ stateFolder }: Environment): string => join(stateFolder, 'listen.json')

const readState = async (environment: Environment): Promise<State> =>
  (await readJsonFile(pathOf(environment))) ?? {}

const writeState = (environment: Environment, state: State): Promise<void> =>
  writePrivateFile(pathOf(environment), `${JSON.stringify(state, null, 2)}\n`)

/** The same in every run, so that a receiver is configured once. */
export async function readSecret(
  environment: Environment,
): Promise<{ secret: string; isNew: boolean }> {
  const given = environment.webhookSecret
  if (given !== undefined) return { secret: checkSecret(given), isNew: false }
  return withFileLock(pathOf(environment), async () => {
    const state = await readState(environment)
    if (state.secret !== undefined) return { secret: state.secret, isNew: false }
    const secret = createSecret()
    await writeState(environment, { ...state, secret })
    return { secret, isNew: true }
  })
}

export const positionKey = (server: string, target: URL): string =>
  `${new URL(server).origin} ${target.href}`

export async function readPosition(
  environment: Environment,
  key: string,
): Promise<string | undefined> {
  return (await readState(environment)).positions?.[key]
}

export async function savePosition(
  environment: Environment,
  key: string,
  position: string,
): Promise<void> {
  await withFileLock(pathOf(environment), async () => {
    const state = await readState(environment)
    const { [key]: _, ...others } = state.positions ?? {}
    const positions = [...Object.entries(others), [key, position]].slice(-POSITIONS_MAX)
    await writeState(environment, { ...state, positions: Object.fromEntries(positions) })
  })
}
