// A persistent client of the API: a process that is down is asked again.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Link, Task } from '@task-service/contract'
import { createApiCaller } from './api-caller.ts'

export type ApiClient = {
  /** The answer as JSON; throws for anything but success. */
  ask: <T>(method: string, path: string, body?: unknown) => Promise<T>
  list: <T>(path: string) => Promise<T[]>
  close: () => void
}

const TIMEOUT_MS = 60_000

export function createApiClient(urlOf: () => string, apiKey: string): ApiClient {
  const caller = createApiCaller()
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = {
      'x-api-key': apiKey,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    }
    for (const start = Date.now(); ; await sleep(200)) {
      const answer = await caller
        .call(`${urlOf()}${path}`, { method, headers, body })
        .catch(() => undefined)
      if (answer && answer.status < 300) {
        return (answer.body === '' ? undefined : JSON.parse(answer.body)) as T // of the contract
      }
      if (answer && answer.status !== 503 && answer.status !== 409) {
        throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
      }
      if (Date.now() - start > TIMEOUT_MS) throw new Error(`${method} ${path}: no response`)
    }
  }
  return {
    ask,
    close: caller.close,
    async list<T>(path: string): Promise<T[]> {
      const all: T[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { data: T[]; next_cursor: string | null } = await ask(
          'GET',
          `${path}${path.includes('?') ? '&' : '?'}limit=200${cursor && `&cursor=${cursor}`}`,
        )
        all.push(...page.data)
        cursor = page.next_cursor
      }
      return all
    },
  }
}

export type LinkedTask = { link: Link; task: Task }

/** Until it is so; what it was last otherwise. */
export async function until<T>(
  what: string,
  look: () => Promise<T>,
  isSo: (value: T) => boolean,
  timeoutMs = 90_000,
  everyMs = 250,
): Promise<T> {
  for (const start = Date.now(); ; await sleep(everyMs)) {
    const value = await look()
    if (isSo(value)) return value
    if (Date.now() - start > timeoutMs) {
      throw new Error(`${what} did not come: ${JSON.stringify(value)?.slice(0, 600)}`)
    }
  }
}
