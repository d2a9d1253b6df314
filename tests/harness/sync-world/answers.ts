// Everything a vendor may answer besides what was asked for: what the API then says about it, and that nothing is lost by it.
import type { Integration, Link, SyncError, Task, WriteBack } from '@task-service/contract'
import { until } from '../clients/api-client.ts'
import { findPair, type Pair } from './scenes.ts'
import type { Answer, Answers, Asked } from './vendor-answer.ts'
import { enterCredential, OUT, type World } from './world.ts'

export type Answered = { count: number; faults: string[] }

const TIMEOUT_MS = 60_000

export async function playAnswers(
  world: World,
  links: readonly Link[],
  { full }: { full: boolean },
): Promise<Answered> {
  const { answers } = world.rig
  if (!answers) return { count: 0, faults: [] }
  const isPlayed = (answer: Answer) => full || !answer.full
  const reading = answers.reading.filter(isPlayed)
  const writing = answers.writing.filter(isPlayed)
  const faults: string[] = []
  for (const [place, answer] of reading.entries()) {
    faults.push(...(await guard(answer.name, () => read(world, links[place], answer, answers))))
  }
  const written = writing.map((answer, place) => ({ answer, link: links[reading.length + place] }))
  const creating = answers.creating.filter(isPlayed)
  const more = await Promise.all([
    guard('writing', () => write(world, written)),
    guard('creating', () => create(world, creating)),
  ])
  faults.push(...more.flat())
  const count = reading.length + writing.length + creating.length
  return { count, faults }
}

async function guard(name: string, play: () => Promise<string[]>): Promise<string[]> {
  try {
    return (await play()).map((fault) => `${name}: ${fault}`)
  } catch (error) {
    return [`${name}: ${String(error)}`]
  }
}

const getIntegration = ({ client, integrationId }: World) =>
  client.ask<Integration>('GET', `/api/integrations/${integrationId}`)

const countGone = async ({ client, integrationId }: World) =>
  (await client.list(`/api/links?integration=${integrationId}&state=gone`)).length

/** An item changes at the vendor while the vendor answers so; afterwards the task has the change. */
async function read(
  world: World,
  link: Link | undefined,
  answer: Answer,
  { listAsked }: Answers,
): Promise<string[]> {
  if (!link) throw new Error('there are too few items')
  const { rig, client, integrationId } = world
  const pair = await findPair(world, link)
  const gone = await countGone(world)
  const title = `Under ${answer.name}`
  const asked = (await listAsked()).length
  await answer.begin(pair.ref)
  await rig.hands.edit(pair.ref, { title })
  await client.ask('POST', `/api/integrations/${integrationId}/sync`, {})
  const reported = await until(
    `${answer.name} in the API`,
    () => getIntegration(world),
    (integration) => integration.state === answer.says.state,
    TIMEOUT_MS,
  )
  const faults = compare(answer, errorOf(reported))
  await answer.end?.()
  await remedy(world, answer)
  await until(
    `recovery from ${answer.name}`,
    async () => ({
      state: (await getIntegration(world)).state,
      title: (await client.ask<Task>('GET', `/api/tasks/${pair.task.id}`)).title,
    }),
    (seen) => seen.state === 'ok' && seen.title === title,
    TIMEOUT_MS,
  )
  if ((await countGone(world)) !== gone) faults.push('items were taken for deleted')
  if (answer.waitMs) faults.push(...findHaste((await listAsked()).slice(asked), answer.waitMs))
  return faults
}

function errorOf({ problem, last_result: last }: Integration): Partial<SyncError> {
  if (!problem) return last?.error ?? {}
  const { vendor_text: text, fix } = problem
  // The kinds of problems and of failures have names of their own; `says` names the failure.
  const kind = problem.kind === 'auth_failed' ? 'auth' : problem.kind
  return { kind, ...(text !== null && { vendor_text: text }), ...(fix !== null && { fix }) }
}

function compare({ says }: Answer, error: Partial<SyncError> | null): string[] {
  const { kind, vendor_text: text = '', fix = '' } = error ?? {}
  return [
    ...(kind === says.kind
      ? []
      : [`is reported as ${kind} (${error?.message}), not as ${says.kind}`]),
    ...(says.text && !says.text.test(text) ? [`the vendor’s words are "${text}"`] : []),
    ...(says.fix && !says.fix.test(fix) ? [`the remedy is "${fix}"`] : []),
  ]
}

async function remedy(world: World, answer: Answer): Promise<void> {
  if (answer.remedy === 'credential') await enterCredential(world)
  if (answer.remedy === 'check') {
    await world.client.ask('POST', `/api/integrations/${world.integrationId}/check`)
  }
}

/** The refusal is the last before the pause. */
function findHaste(asked: readonly Asked[], waitMs: number): string[] {
  const at = asked.findLastIndex(({ status }) => status === 403 || status === 429)
  const [refused, next] = [asked[at], asked[at + 1]]
  if (!refused || !next) return ['nothing was asked, or nothing was asked again']
  const waited = next.at - refused.at
  return waited >= waitMs ? [] : [`was asked again after ${waited} ms, not ${waitMs}`]
}

type Written = { answer: Answer; link: Link | undefined }

/** One change of each item, all at once; in the end each is there exactly once. */
async function write(world: World, written: readonly Written[]): Promise<string[]> {
  const faults: string[] = []
  const pairs = await Promise.all(
    written.map(async ({ answer, link }) => {
      if (!link) throw new Error('there are too few items')
      return { answer, pair: await findPair(world, link) }
    }),
  )
  await Promise.all(
    pairs.map(async ({ answer, pair }) => {
      await answer.begin(pair.ref)
      await say(world, pair, answer)
    }),
  )
  // All at once: a change that was done despite the error is soon seen as done, and then no longer reported.
  const reported = await Promise.all(
    pairs.map(({ answer, pair }) =>
      until(
        `${answer.name} in the API`,
        () => findRefused(world, pair),
        (found) => found !== undefined,
        TIMEOUT_MS,
      ),
    ),
  )
  for (const [place, { answer }] of pairs.entries()) {
    const { id, error } = reported[place] ?? {}
    faults.push(...compare(answer, error ?? null).map((fault) => `${answer.name}: ${fault}`))
    if (answer.remedy === 'retry') {
      await world.client.ask('POST', `/api/write-backs/${id}/retry`)
    }
  }
  for (const { answer, pair } of pairs) {
    await until(
      `${answer.name}: what was said`,
      () => countSaid(world, pair, answer),
      (count) => count === 1,
      TIMEOUT_MS,
    )
  }
  await world.sync()
  for (const { answer, pair } of pairs) {
    const count = await countSaid(world, pair, answer)
    if (count !== 1) faults.push(`${answer.name}: stands there ${count} times`)
  }
  return faults
}

const wordsOf = ({ name }: Answer) => `Said under ${name}`

function say({ client, rig }: World, { task }: Pair, answer: Answer): Promise<unknown> {
  return rig.hasComments === false
    ? client.ask('PATCH', `/api/tasks/${task.id}`, { title: wordsOf(answer) })
    : client.ask('POST', `/api/tasks/${task.id}/comments`, { body: wordsOf(answer) })
}

async function findRefused({ client }: World, { task }: Pair): Promise<WriteBack | undefined> {
  const { data } = await client.ask<{ data: WriteBack[] }>(
    'GET',
    `/api/write-backs?task=${task.id}`,
  )
  return data.find(({ error }) => error !== null)
}

async function countSaid({ rig }: World, { ref }: Pair, answer: Answer): Promise<number> {
  const item = await rig.read(ref)
  if (item === 'gone') return 0
  const texts = rig.hasComments === false ? [item.title] : item.comments
  return texts.filter((text) => text.includes(wordsOf(answer))).length
}

const titleOf = ({ name }: Answer): string => `Made under ${name}`

/** Tasks made here, whose items are made there once, whatever the responses were. */
async function create(world: World, answers: readonly Answer[]): Promise<string[]> {
  const { client, rig } = world
  const before = await rig.count()
  const tasks: Task[] = []
  for (const answer of answers) {
    await answer.begin({ id: '' })
    tasks.push(await client.ask('POST', '/api/tasks', { title: titleOf(answer), queue: OUT }))
  }
  const links = () =>
    Promise.all(
      tasks.map(async ({ id }) => {
        const [link] = await client.list<Link>(`/api/links?task=${id}`)
        return link?.state === 'active' ? link.external_id : null
      }),
    )
  const ids = await until('their items', links, (all) => !all.includes(null), TIMEOUT_MS)
  await world.sync()
  const items = await Promise.all(ids.map((id) => rig.read({ id: id ?? '' })))
  const more = (await rig.count()) - before
  return [
    ...items.flatMap((item, place) =>
      item !== 'gone' && item.title === tasks[place]?.title ? [] : [`${tasks[place]?.title}: none`],
    ),
    ...(more === tasks.length ? [] : [`${tasks.length} tasks, and ${more} items were made`]),
  ]
}
