// The load under which everything is killed: clients that continue whatever happens, and a probe for each process.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from './arena.ts'
import { type Client, createClient } from './client.ts'
import type { Journal } from './journal.ts'
import { create, sendRandomRequest } from './random-requests.ts'
import type { Line } from './send.ts'

export type Load = {
  /** A write at exactly this process, tried until it is acknowledged. */
  untilWritten: (place: number) => Promise<void>
  /** Fewer requests while processes start, which would otherwise take most of the time. */
  ease: (easy: boolean) => void
  /** Everybody finishes what they began. */
  stop: () => Promise<void>
}

export type LoadOptions = {
  arena: Arena
  line: Line
  journal: Journal
  seed: number
  clients: number
}

const EASY_PAUSE_MS = 400

export function startLoad(options: LoadOptions): Load {
  const { arena, line, journal, seed, clients } = options
  const { tenants } = arena
  const stopping = new AbortController()
  let pauseMs = 0
  const open = (name: string, index: number): Client => {
    const tenant = tenants[index % tenants.length] ?? tenants[0]
    return createClient({ name, line, journal, tenant, seed })
  }
  const running = Array.from({ length: clients }, async (_, index) => {
    const client = open(`client-${index}`, index)
    while (!stopping.signal.aborted) {
      await sendRandomRequest(client)
      await sleep(client.random.between(0, pauseMs))
    }
  })
  const probes = Array.from({ length: arena.apis.size }, (_, place) =>
    open(`probe-${place}`, place),
  )
  return {
    ease(easy) {
      pauseMs = easy ? EASY_PAUSE_MS : 0
    },
    async untilWritten(place) {
      const probe = probes[place]
      if (!probe) throw new Error(`there is no place ${place}`)
      await create(probe, true, place)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
