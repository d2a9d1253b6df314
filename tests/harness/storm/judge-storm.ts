// Compares the responses clients got with what is stored: every way in which a crash could have broken a promise has a name.
import type { Journal, Known } from './journal.ts'
import type { StoredEvent, StoredRows, StoredTask } from './stored-rows.ts'

export type Findings = {
  /** Acknowledged, and not there as it was acknowledged. */
  lost: string[]
  /** Made more than once. */
  duplicates: string[]
  /** Without one event and one audit entry for each version, in order. */
  withoutEvent: string[]
  eventsWithoutTask: string[]
  /** Requests that took effect in part. */
  torn: string[]
  /** Numbers given twice, left out, or ahead of their counter. */
  numbers: string[]
  /** Kept answers that are missing or are not what the client got. */
  answers: string[]
  /** There, though no client asked for it. */
  unasked: string[]
}

export type Unknowns = { sent: number; exist: number }

export function judgeStorm(journal: Journal, stored: StoredRows): Findings {
  const tasks = new Map(stored.tasks.map((task) => [task.id, task]))
  const events = Map.groupBy(stored.events, ({ taskId }) => taskId)
  const titles = Map.groupBy(stored.tasks, ({ title }) => title)
  return {
    lost: [...journal.tasks].flatMap(([id, known]) =>
      findLost(id, known, tasks.get(id), events.get(id) ?? []),
    ),
    duplicates: [...titles.values()].flatMap(([first, ...more]) =>
      more.map(({ id }) => `${first?.title} is ${first?.id} and ${id}`),
    ),
    withoutEvent: stored.tasks.flatMap((task) =>
      findMissingHistory(task, events.get(task.id) ?? [], stored.audit.get(task.id) ?? []),
    ),
    eventsWithoutTask: [
      ...[...events.keys()].filter((id) => !tasks.has(id)).map((id) => `an event of ${id}`),
      ...[...stored.audit.keys()].filter((id) => !tasks.has(id)).map((id) => `an entry of ${id}`),
    ],
    torn: journal.intents.flatMap(({ titles: wanted }) => {
      const made = wanted.filter((title) => titles.has(title)).length
      return made === 0 || made === wanted.length ? [] : [`${made} of ${wanted.join(' ')}`]
    }),
    numbers: judgeNumbers(stored),
    answers: [...journal.answers].flatMap(([key, digest]) =>
      stored.answers.get(key) === digest ? [] : [`the answer kept for ${key} is another or none`],
    ),
    unasked: findUnasked(journal, stored.tasks),
  }
}

/** What became of requests whose answer never came; each of them may have made its tasks, once. */
export function countUnknowns(journal: Journal, stored: StoredRows): Unknowns {
  const titles = new Set(stored.tasks.map(({ title }) => title))
  const unknown = journal.intents.filter(({ outcome }) => outcome === 'unknown')
  const exist = unknown.filter((intent) => intent.titles.some((title) => titles.has(title)))
  return { sent: unknown.length, exist: exist.length }
}

function findLost(
  id: string,
  { tenant, versions }: Known,
  task: StoredTask | undefined,
  events: readonly StoredEvent[],
): string[] {
  if (!task) return [`${id} is gone`]
  if (task.tenantId !== tenant.id) return [`${id} belongs to another tenant`]
  const last = Math.max(...versions.keys())
  if (task.version < last) return [`${id} fell back from version ${last} to ${task.version}`]
  const acknowledged = versions.get(task.version)
  if (acknowledged !== undefined && acknowledged !== task.digest) {
    return [`${id} is not what was acknowledged`]
  }
  // Later versions replace earlier ones in the table, so the log must tell of those.
  const reported = new Map(events.map(({ version, digest }) => [version, digest]))
  return [...versions]
    .filter(([version, digest]) => reported.get(version) !== digest)
    .map(([version]) => `version ${version} of ${id} is not in the log as it was acknowledged`)
}

function findMissingHistory(
  task: StoredTask,
  events: readonly StoredEvent[],
  actions: readonly string[],
): string[] {
  const { id, version, digest } = task
  const complete =
    events.length === version && events.every((event, at) => event.version === at + 1)
  if (!complete)
    return [`${id} has ${version} versions and ${events.length} events, or in disorder`]
  if (events[0]?.type !== 'task.created') return [`the first event of ${id} is not its creation`]
  if (events.at(-1)?.digest !== digest) return [`the last event of ${id} has another state`]
  const types = events.map(({ type }) => type)
  if (types.toSorted().join() === actions.toSorted().join()) return []
  return [`${id} has events ${types.join()} and entries ${actions.join()}`]
}

/** No task is deleted and no reference refused in the storm, and a create that was rolled back leaves no hole. */
function judgeNumbers({ tasks, counters }: StoredRows): string[] {
  return [...Map.groupBy(tasks, ({ tenantId }) => tenantId)].flatMap(([tenantId, its]) => {
    const numbers = new Set(its.map(({ number }) => number))
    const highest = its.reduce((most, { number }) => Math.max(most, number), 0)
    const counter = counters.get(tenantId)
    return [
      ...(numbers.size < its.length ? [`${its.length - numbers.size} numbers given twice`] : []),
      ...(highest > numbers.size ? [`${highest - numbers.size} numbers left out`] : []),
      ...(counter !== highest
        ? [`the counter shows ${counter}, the last number is ${highest}`]
        : []),
    ]
  })
}

function findUnasked(journal: Journal, tasks: readonly StoredTask[]): string[] {
  const wanted = new Set(journal.intents.flatMap(({ titles }) => titles))
  return tasks.flatMap(({ id, title, version }) => {
    if (!wanted.has(title)) return [`${id} ${title} was not requested`]
    const known = journal.tasks.get(id)
    // Clients insist on every change, so in the end they know of each.
    if (known && !known.versions.has(version))
      return [`version ${version} of ${id} was not reported`]
    return []
  })
}
