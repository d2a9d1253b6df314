// Both sides at work while the service, its worker and the vendor are killed in turn; and in the end nothing twice and
// nothing missing.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Link, Task } from '@task-service/contract'
import type { RemoteRef } from '@task-service/kit'
import { until } from '../clients/api-client.ts'
import { type Moment, moments } from './moments.ts'
import { countOpen, OUT, type World } from './world.ts'

export const VICTIMS = ['service', 'worker', 'vendor'] as const
export type Victim = (typeof VICTIMS)[number]

/** What was confirmed to both sides, and has to be there in the end. */
export type Ledger = {
  /** By the id of the item, or of the task made here. */
  titles: Map<string, string>
  madeHere: Map<string, string>
  madeThere: Map<string, RemoteRef>
  comments: Map<string, string>
}

export const emptyLedger = (): Ledger => ({
  titles: new Map(),
  madeHere: new Map(),
  madeThere: new Map(),
  comments: new Map(),
})

export async function killRound(
  world: World,
  ledger: Ledger,
  victim: Victim,
  facts: { round: number; moment: Moment; links: readonly Link[]; random: () => number },
): Promise<void> {
  const { rig, client } = world
  const { round, links, random } = facts
  const [one, other] = pickTwo(links, random)
  const mark = `round ${round}`
  const before = await rig.count()
  await rig.hands.edit({ id: one.external_id ?? '' }, { title: `${mark} there` })
  ledger.titles.set(one.id, `${mark} there`)
  await client.ask('PATCH', `/api/tasks/${other.task_id}`, { title: `${mark} here` })
  ledger.titles.set(other.id, `${mark} here`)
  if (rig.hasComments !== false) {
    await client.ask('POST', `/api/tasks/${other.task_id}/comments`, { body: `${mark} said` })
    ledger.comments.set(`${mark} said`, other.external_id ?? '')
  }
  const made = await client.ask<Task>('POST', '/api/tasks', {
    title: `${mark} made here`,
    queue: OUT,
  })
  ledger.madeHere.set(`${mark} made here`, made.id)
  ledger.madeThere.set(
    `${mark} made there`,
    await rig.hands.create({ title: `${mark} made there` }),
  )
  await moments[facts.moment](world, { before, other, title: `${mark} here`, random })
  if (victim === 'service') await world.api.replace(0)
  else if (victim === 'worker') await world.worker.replace(0)
  else {
    await rig.kill()
    await sleep(random() * 1_000)
    await rig.restart()
  }
}

/** Not an item that was changed before and may still be on its way: who wins then is not the question here. */
function pickTwo(links: readonly Link[], random: () => number): [Link, Link] {
  const at = Math.floor((random() * links.length) / 2) * 2
  const [one, other] = [links[at % links.length], links[(at + 1) % links.length]]
  if (!one || !other) throw new Error('there are too few items')
  return [one, other]
}

export type Loss = { duplicates: number; lost: string[] }

export async function findLosses(world: World, ledger: Ledger): Promise<Loss> {
  await untilQuiet(world)
  const { client, rig } = world
  const all = await client.list<Link>(`/api/links?integration=${world.integrationId}`)
  const links = all.filter(({ state }) => state !== 'gone')
  const tasks = new Map((await client.list<Task>('/api/tasks')).map((task) => [task.id, task]))
  const lost: string[] = []
  let duplicates = 0
  const items = await rig.count()
  if (items !== links.length) lost.push(`${items} items there, ${links.length} links`)
  for (const [id, title] of ledger.titles) {
    const link = links.find((one) => one.id === id)
    const here = link && tasks.get(link.task_id)?.title
    const there = link && (await rig.read({ id: link.external_id ?? '' }))
    const thereTitle = there === 'gone' ? undefined : there?.title
    if (here !== title || thereTitle !== title)
      lost.push(`${title}: here ${here}, there ${thereTitle}`)
  }
  for (const [body, id] of ledger.comments) {
    const item = await rig.read({ id })
    const said = item === 'gone' ? [] : item.comments.filter((text) => text.includes(body))
    if (said.length !== 1) lost.push(`"${body}" stands there ${said.length} times`)
  }
  for (const [title, id] of ledger.madeHere) {
    const link = links.find((one) => one.task_id === id)
    const item = link && (await rig.read({ id: link.external_id ?? '' }))
    if (!item || item === 'gone' || item.title !== title) lost.push(`${title} is not there`)
  }
  // Every item is a task by now: one that was made twice there is one task too many here.
  for (const title of [...ledger.madeThere.keys(), ...ledger.madeHere.keys()]) {
    const found = [...tasks.values()].filter((task) => task.title === title)
    if (found.length !== 1) lost.push(`${title}: ${found.length} tasks`)
    duplicates += Math.max(0, found.length - 1)
  }
  const externals = links.map((link) => link.external_id)
  duplicates += externals.length - new Set(externals).size
  return { duplicates, lost }
}

/** Everything that was begun is done. */
async function untilQuiet(world: World): Promise<void> {
  // Writes that a vendor wants a second apart go before it.
  await world.sync({ full: true }, 600_000)
  await until(
    'the end of all changes',
    () => countOpen(world),
    (count) => count === 0,
    180_000,
  )
  await world.sync({ full: true })
}
