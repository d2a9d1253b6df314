// Checks connectivity with a request that needs no authentication.
import { Challenge } from '@task-service/contract'
import { Check } from 'typebox/value'
import type { Settings } from '#edge/settings/settings.ts'
import { LinkDown, openUplink } from './uplink.ts'

const UNKNOWN_CONNECTOR = `con_${'0'.repeat(32)}`
const ANSWER_MS = 10_000

export async function checkConnectivity(
  settings: Settings,
): Promise<{ tookMs: number; offsetMs: number }> {
  const uplink = openUplink(settings)
  try {
    const startedMs = performance.now()
    const body = JSON.stringify({ connector: UNKNOWN_CONNECTOR })
    const answer = await uplink.ask({
      method: 'POST',
      path: '/edge/challenge',
      body,
      timeoutMs: ANSWER_MS,
    })
    const tookMs = performance.now() - startedMs
    if (answer.status !== 200 || !Check(Challenge, answer.body)) {
      throw new LinkDown(`HTTP ${answer.status}, which is not a response of Task Service`)
    }
    const serverMs = Date.parse((answer.body as { server_time: string }).server_time) // checked
    return { tookMs, offsetMs: serverMs + tookMs / 2 - Date.now() }
  } finally {
    await uplink.close()
  }
}
