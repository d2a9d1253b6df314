// Enrolment: a token that works once becomes a key that was made here.

import { createBackoff } from '#edge/link/backoff.ts'
import { type IdentityStore, openIdentityStore } from '#edge/link/identity.ts'
import { makeKey } from '#edge/link/keys.ts'
import { ComeBackLater, EdgeRefused, enrol } from '#edge/link/talk.ts'
import { LinkDown, openUplink, type Uplink } from '#edge/link/uplink.ts'
import { type Settings, SettingsError } from '#edge/settings/settings.ts'
import { connectorFacts } from './connector-facts.ts'
import { createJournalGuard } from './journal-guard.ts'
import { createLog, type Log } from './log.ts'
import type { Output } from './output.ts'

export type EnrolParts = {
  settings: Settings
  identities: IdentityStore
  uplink: Uplink
  log: Log
  signal: AbortSignal
}

/** Nothing happens where there is an identity already. Waits for the service as long as it takes. */
export async function enrolOnce(parts: EnrolParts): Promise<void> {
  const { settings, identities, log, signal } = parts
  if (identities.find() !== undefined) return
  if (settings.token === undefined) {
    throw new SettingsError(
      `This connector is not enrolled. Make a token in the dashboard and start it once with TASK_EDGE_TOKEN. (Its files are in ${settings.stateFolder}.)`,
    )
  }
  const backoff = createBackoff()
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      await enrolNow(parts, settings.token)
      return
    } catch (error) {
      if (!(error instanceof LinkDown || error instanceof ComeBackLater)) throw error
      if (isFirst) log.info(`the service cannot be reached: ${error.message}; trying again`)
      await backoff.wait(signal)
    }
  }
}

async function enrolNow(
  { settings, identities, uplink, log }: EnrolParts,
  token: string,
): Promise<void> {
  const key = makeKey()
  try {
    const {
      connector,
      name,
      ratchet,
      server_time: time,
    } = await enrol(uplink, token, key, connectorFacts(settings))
    identities.save({ connector, name, key: key.pem, key_made_at: time, ratchet })
    log.info(`enrolled as ${name} (${connector})`)
  } catch (error) {
    if (!(error instanceof EdgeRefused)) throw error
    throw new SettingsError(
      'The service does not take the token: it was used, is older than 15 minutes, or is that of another tenant. Make a new one in the dashboard.',
      { cause: error },
    )
  }
}

/** `enrol`: also over an identity of before, which then counts no longer. */
export async function enrolCommand(output: Output, settings: Settings): Promise<void> {
  const { token } = settings
  if (token === undefined)
    throw new SettingsError('TASK_EDGE_TOKEN is not set. Make a token in the dashboard.')
  const identities = openIdentityStore(settings.stateFolder)
  const free = createJournalGuard(settings.stateFolder)
  const uplink = openUplink(settings)
  try {
    const signal = new AbortController().signal
    await enrolNow({ settings, identities, uplink, log: createLog('off'), signal }, token)
    const identity = identities.find()
    output.result(
      { connector: identity?.connector, name: identity?.name },
      `Enrolled as ${identity?.name}. Start it with: task-edge run`,
    )
  } finally {
    free()
    await uplink.close()
  }
}
