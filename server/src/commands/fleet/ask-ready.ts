// Asks a process of a cell whether it is ready, and which version it has.
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ProcessState } from '#fleet/upgrade/upgrade-tools.ts'

const TIMEOUT_MS = 5_000

/** `address`: `host:port` as in the directory. */
export async function askReady(address: string): Promise<ProcessState> {
  try {
    const { status, body } = await request(`http://${address}/readyz`)
    const { version, level, writes } = parseObject(body)
    // Reads continue in this state; new processes are not to be trusted with it.
    const isUnconfirmed = writes === 'unconfirmed'
    return {
      isReady: status === 200 && !isUnconfirmed,
      version: typeof version === 'string' ? version : null,
      level: typeof level === 'number' ? level : null,
      fault: isUnconfirmed
        ? 'has unconfirmed writes'
        : status === 200
          ? null
          : `/readyz returned ${status}`,
    }
  } catch (error) {
    const reason = error instanceof Error && error.message ? error.message : String(error)
    return { isReady: false, version: null, level: null, fault: `does not respond (${reason})` }
  }
}

function request(url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    get(url, { signal, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    }).on('error', reject)
  })
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // JSON has no other objects
  } catch {
    return {}
  }
}
