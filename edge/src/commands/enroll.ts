// Enrollment: exchanges a single-use token for a key that is generated on this machine.

import { createBackoff } from '#edge/link/backoff.ts'
import { type IdentityStore, openIdentityStore } from '#edge/link/identity.ts'
import { makeKey } from '#edge/link/keys.ts'
import { EdgeUnauthorized, enroll, RetryLater } from '#edge/link/talk.ts'
import { LinkDown, openUplink, type Uplink } from '#edge/link/uplink.ts'
import { type Settings, SettingsError } from '#edge/settings/settings.ts'
import { connectorFacts } from './connector-facts.ts'
import { createJournalGuard } from './journal-guard.ts'
import { createLog, type Log } from './log.ts'
import type { Output } from './output.ts'

export type EnrollParts = {
  settings: Settings
  identities: IdentityStore
  uplink: Uplink
  log: Log
  signal: AbortSignal
}

/** Does nothing if the connector is enrolled. Waits for the service without a time limit. */
export async function enrollOnce(parts: EnrollParts): Promise<void> {
  const { settings, identities, log, signal } = parts
  if (identities.find() !== undefined) return
  if (settings.token === undefined) {
    throw new SettingsError(
      `This connector is not enrolled. Create an enrollment token in the dashboard and start it once with TASK_EDGE_TOKEN. State folder: ${settings.stateFolder}`,
    )
  }
  const backoff = createBackoff()
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      await enrollNow(parts, settings.token)
      return
    } catch (error) {
      if (!(error instanceof LinkDown || error instanceof RetryLater)) throw error
      if (isFirst) log.info(`cannot reach the service: ${error.message}; retrying`)
      await backoff.wait(signal)
    }
  }
}

async function enrollNow(
  { settings, identities, uplink, log }: EnrollParts,
  token: string,
): Promise<void> {
  const key = makeKey()
  try {
    const {
      connector,
      name,
      ratchet,
      server_time: time,
    } = await enroll(uplink, token, key, connectorFacts(settings))
    identities.save({ connector, name, key: key.pem, key_made_at: time, ratchet })
    log.info(`enrolled as ${name} (${connector})`)
  } catch (error) {
    if (!(error instanceof EdgeUnauthorized)) throw error
    throw new SettingsError(
      'The enrollment token was rejected: it was already used, is older than 15 minutes, or belongs to another tenant. Create a new one in the dashboard.',
      { cause: error },
    )
  }
}

/** `enroll`: also replaces an existing identity. */
export async function enrollCommand(output: Output, settings: Settings): Promise<void> {
  const { token } = settings
  if (token === undefined)
    throw new SettingsError(
      'TASK_EDGE_TOKEN is not set. Create an enrollment token in the dashboard.',
    )
  const identities = openIdentityStore(settings.stateFolder)
  const free = createJournalGuard(settings.stateFolder)
  const uplink = openUplink(settings)
  try {
    const signal = new AbortController().signal
    await enrollNow({ settings, identities, uplink, log: createLog('off'), signal }, token)
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
