// When processes are killed: never while idle, and often where it hurts most.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Link, SyncRun } from '@task-service/contract'
import { until } from '../clients/api-client.ts'
import type { World } from './world.ts'

type Round = {
  /** Items there before it. */
  before: number
  /** What was changed here, and how. */
  other: Link
  title: string
  random: () => number
}

export type Moment = keyof typeof moments

const TIMEOUT_MS = 90_000

export const moments = {
  /** An item was made there, and hardly noted here. */
  async made(world: World, { before }: Round) {
    await world.ask()
    // One was made by the other person.
    const isMade = (count: number) => count > before + 1
    await until('what was made here', world.rig.count, isMade, TIMEOUT_MS, 25)
  },
  /** Any time after the first change was written there. */
  async changed(world: World, { other, title, random }: Round) {
    await world.ask()
    const item = () => world.rig.read({ id: other.external_id ?? '' })
    const isWritten = (seen: Awaited<ReturnType<typeof item>>) =>
      seen !== 'gone' && seen.title === title
    await until('what was changed here', item, isWritten, TIMEOUT_MS, 50)
    await sleep(random() * 1_000)
  },
  /** Everything is being read, and some of it was. */
  async reading(world: World) {
    const asked = await world.ask({ full: true })
    const path = `/api/integrations/${world.integrationId}/runs?limit=10`
    const look = () => world.client.ask<{ data: SyncRun[] }>('GET', path)
    const isMet = ({ kind, state, read, started_at: at }: SyncRun) =>
      kind === 'full' && Date.parse(at) >= asked && (state === 'succeeded' || read > 0)
    await until('a reading of everything', look, ({ data }) => data.some(isMet), TIMEOUT_MS, 50)
  },
}
