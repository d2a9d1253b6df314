// A client that reads everything the API says about one integration, all the time, and records what was not true.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Integration, SyncRun } from '@task-service/contract'
import type { ApiClient } from '../../tests/harness/clients/api-client.ts'

export type Sighting = {
  /** By every endpoint that returns it. */
  states: Record<'one' | 'list' | 'now' | 'run', string>
  /** Of the run that was in progress when its worker was killed. */
  killed: SyncRun | undefined
  /** The first that was begun after it and ended well. */
  finished: SyncRun | undefined
}

export type Witness = {
  /** Since `begin`. */
  sightings: () => Sighting[]
  /** What looked fine though nothing was finished. */
  greens: () => string[]
  stop: () => Promise<void>
}

const EVERY_MS = 200

export async function look(client: ApiClient, id: string, killedRun: string): Promise<Sighting> {
  const place = `/api/integrations/${id}`
  const one = await client.ask<Integration>('GET', place)
  const { data: list } = await client.ask<{ data: Integration[] }>('GET', '/api/integrations')
  // Last: what ended meanwhile may rightly look fine above.
  const { data: runs } = await client.ask<{ data: SyncRun[] }>('GET', `${place}/runs?limit=20`)
  const killed = runs.find((run) => run.id === killedRun)
  return {
    states: {
      one: one.state,
      list: list.find((other) => other.id === id)?.state ?? 'missing',
      now: one.now?.state ?? 'idle',
      run: killed?.state ?? 'missing',
    },
    killed,
    finished: runs.find((run) => run.id > killedRun && run.state === 'succeeded'),
  }
}

export function begin(client: ApiClient, id: string, killedRun: string): Witness {
  const sightings: Sighting[] = []
  const greens: string[] = []
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      const sighting = await look(client, id, killedRun)
      sightings.push(sighting)
      const { one, list, run } = sighting.states
      if (run === 'succeeded') greens.push('the run that was killed has succeeded')
      if (!sighting.finished && [one, list].includes('ok'))
        greens.push(`the state is ${one}, ${list}`)
      await sleep(EVERY_MS)
    }
  })()
  // The caller of stop() gets the error.
  watching.catch(() => undefined)
  return {
    sightings: () => sightings,
    greens: () => greens,
    async stop() {
      over.abort()
      await watching
    },
  }
}
