// What two sides do to the same work, and that both end up the same with no more steps than it takes.
import type { Comment, Conflict, Link, LinkExplanation, Task } from '@task-service/contract'
import type { RemoteRef } from '@task-service/kit'
import { until } from '../clients/api-client.ts'
import { countOpen, type World } from './world.ts'

export type Pair = { ref: RemoteRef; link: Link; task: Task }

export type Findings = { scenes: number; mostHops: number; faults: string[] }

const refOf = (link: Link): RemoteRef => ({ id: link.external_id ?? '' })

export async function findPair({ client }: World, link: Link): Promise<Pair> {
  const task = await client.ask<Task>('GET', `/api/tasks/${link.task_id}`)
  return { ref: refOf(link), link, task }
}

async function read(world: World, { ref, task }: Pair) {
  const path = `/api/tasks/${task.id}`
  const [there, here, comments] = await Promise.all([
    world.rig.read(ref),
    world.client.ask<Task>('GET', path),
    world.client.list<Comment>(`${path}/comments`),
  ])
  return { there, here, said: comments.map(({ body }) => body) }
}

type Sight = Awaited<ReturnType<typeof read>>

type Scene = {
  name: string
  act: (world: World, pair: Pair) => Promise<void>
  isSo: (sight: Sight, pair: Pair) => boolean
  full?: true
  /** Where the vendor has them. */
  comments?: true
}

const there = ({ there: item }: Sight) => (item === 'gone' ? undefined : item)
const change = (world: World, { task }: Pair, body: object) =>
  world.client.ask('PATCH', `/api/tasks/${task.id}`, body)

export const scenes: Scene[] = [
  {
    name: 'edited there',
    act: ({ rig }, { ref }) => rig.hands.edit(ref, { title: 'Edited there' }),
    isSo: ({ here }) => here.title === 'Edited there',
  },
  {
    name: 'edited here',
    act: async (world, pair) => void (await change(world, pair, { title: 'Edited here' })),
    isSo: (sight) => there(sight)?.title === 'Edited here',
  },
  {
    name: 'different fields on both sides',
    act: async (world, pair) => {
      await change(world, pair, { title: 'Title from here' })
      await world.rig.hands.edit(pair.ref, { description: 'Text from there' })
    },
    isSo: (sight) =>
      there(sight)?.title === 'Title from here' &&
      sight.here.title === 'Title from here' &&
      sight.here.description.includes('Text from there'),
  },
  {
    name: 'the same field on both sides',
    act: async (world, pair) => {
      await Promise.all([
        change(world, pair, { title: 'Both: here' }),
        world.rig.hands.edit(pair.ref, { title: 'Both: there' }),
      ])
    },
    isSo: (sight) =>
      sight.here.title.startsWith('Both') && there(sight)?.title === sight.here.title,
  },
  {
    name: 'comments on both sides',
    comments: true,
    act: async (world, pair) => {
      await world.client.ask('POST', `/api/tasks/${pair.task.id}/comments`, { body: 'Said here' })
      await world.rig.hands.comment(pair.ref, 'Said there')
    },
    isSo: (sight) =>
      there(sight)?.comments.filter((text) => text.includes('Said here')).length === 1 &&
      sight.said.filter((text) => text.includes('Said there')).length === 1 &&
      sight.said.length === 2,
  },
  {
    name: 'closed there',
    act: ({ rig }, { ref }) => rig.hands.close(ref),
    isSo: ({ here }) => here.status === 'completed' && here.settled_at !== null,
  },
  {
    name: 'completed here',
    act: async (world, pair) =>
      void (await world.client.ask('POST', `/api/tasks/${pair.task.id}/transitions`, {
        to: 'completed',
      })),
    isSo: (sight) => there(sight)?.closed === true && sight.here.settled_at !== null,
  },
  {
    name: 'deleted there',
    act: async ({ rig }, { ref }) => {
      await rig.hands.remove?.(ref)
    },
    isSo: ({ here }) => here.status === 'canceled',
    full: true,
  },
]

/** In and out together, of one change: it goes one way, and where both changed, one back. */
const MOST_HOPS = 2

export async function playScenes(world: World, links: readonly Link[]): Promise<Findings> {
  const findings: Findings = { scenes: 0, mostHops: 0, faults: [] }
  const played = scenes.flatMap((scene, place) =>
    isPlayed(world, scene) ? [{ scene, place }] : [],
  )
  const play = async ({ scene, place }: (typeof played)[number]) => {
    const link = links[place]
    if (!link) throw new Error('there are too few items for all scenes')
    const { hops, faults } = await playScene(world, scene, link)
    findings.mostHops = Math.max(findings.mostHops, hops)
    findings.faults.push(...faults)
    findings.scenes++
  }
  // Each has an item of its own; only what takes a reading of everything goes after the others.
  await Promise.all(played.filter(({ scene }) => !scene.full).map(play))
  for (const one of played.filter(({ scene }) => scene.full)) await play(one)
  findings.faults.push(...(await findLostConflict(world)))
  findings.faults.push(...(await playReopening(world, links[scenes.length])))
  return findings
}

function isPlayed({ rig }: World, scene: Scene): boolean {
  if (scene.full && !rig.hands.remove) return false
  return !scene.comments || rig.hasComments !== false
}

async function playScene(
  world: World,
  scene: Scene,
  link: Link,
): Promise<{ hops: number; faults: string[] }> {
  const pair = await findPair(world, link)
  const before = await countHops(world, link)
  await scene.act(world, pair)
  if (scene.full) await world.sync({ full: true })
  try {
    await until(
      scene.name,
      () => read(world, pair),
      (sight) => scene.isSo(sight, pair),
    )
    const hops = (await countHops(world, link)) - before
    return { hops, faults: hops > MOST_HOPS ? [`${scene.name}: ${hops} hops`] : [] }
  } catch (error) {
    return { hops: 0, faults: [String(error)] }
  }
}

export async function countHops({ client }: World, link: Link): Promise<number> {
  const { steps } = await client.ask<LinkExplanation>('GET', `/api/links/${link.id}/explain`)
  return steps.filter(({ direction }) => direction === 'in' || direction === 'out').length
}

/** What lost of the same field is kept, unless one side came first and the other simply followed. */
async function findLostConflict({ client }: World): Promise<string[]> {
  const conflicts = await client.list<Conflict>('/api/conflicts')
  const wrong = conflicts.filter(
    ({ field, service_value: service, remote_value: remote }) =>
      field === 'title' && (service !== 'Both: here' || remote !== 'Both: there'),
  )
  return wrong.map((conflict) => `an unexpected conflict: ${JSON.stringify(conflict)}`)
}

async function playReopening(world: World, link: Link | undefined): Promise<string[]> {
  if (!link) return ['there is no item to reopen']
  const pair = await findPair(world, link)
  try {
    await world.rig.hands.close(pair.ref)
    await until(
      'closing',
      () => read(world, pair),
      ({ here }) => here.status === 'completed',
    )
    await world.rig.hands.reopen(pair.ref)
    // What an open item means differs between vendors.
    const isOpen = ({ here }: Sight) =>
      ['ready', 'in_progress'].includes(here.status) && here.settled_at === null
    await until('reopening', () => read(world, pair), isOpen)
    return []
  } catch (error) {
    return [String(error)]
  }
}

/** Many changes in a row, and readings among them: what comes back is known, and nothing is written because of it. */
export async function stormEchoes(world: World, link: Link): Promise<number> {
  const pair = await findPair(world, link)
  for (let round = 0; round < 12; round++) await change(world, pair, { title: `Echo ${round}` })
  await until(
    'the last echo',
    () => read(world, pair),
    (sight) => there(sight)?.title === 'Echo 11',
  )
  await until(
    'the end of the last change',
    () => countOpen(world),
    (count) => count === 0,
  )
  const quiet = async () => ({ hops: await countHops(world, link), ...(await read(world, pair)) })
  const before = await quiet()
  for (let round = 0; round < 3; round++) await world.sync()
  const after = await quiet()
  return after.hops - before.hops + (after.here.version - before.here.version)
}
