// From the stored mapping to the effective one: defaults follow from the provider and the choices found in its system.
import { PRIORITIES, type Priority } from '../tasks/tasks.ts'
import { STATUSES, type Status } from '../transitions.ts'
import {
  type Direction,
  MAPPED_FIELDS,
  type MappedField,
  type Mapping,
  type Policy,
  type RemoteChoice,
  type RemoteChoices,
} from './mapping.ts'

type Access = 'none' | 'read' | 'readwrite'

/** The part of a manifest that decides about a mapping. */
export type MappableProvider = {
  fields: { [Field in MappedField]?: { access: Access } | undefined }
  capabilities: { comments: Access }
}

export type ResolvedMapping = {
  fields: Record<MappedField, { direction: Direction; policy: Policy }>
  statuses: { in: Record<string, Status>; out: { [S in Status]?: string } }
  priorities: { in: Record<string, Priority>; out: { [P in Priority]?: string } }
  /** `out` by what an assignee may be called, in small letters; ask `findRemotePerson`. */
  people: { in: Record<string, string>; out: Record<string, string> }
  custom: NonNullable<Mapping['custom']>
  comments: Direction
  queue: string
  labels: string[]
  deletes: 'ignore' | 'cancel'
}

export const DEFAULT_QUEUE = 'default'

/** The external system is authoritative for status and assignee; for texts the latest change wins. */
const remoteFirst: readonly MappedField[] = ['status', 'assignee']

export function resolveMapping(
  mapping: Mapping,
  provider: MappableProvider,
  choices: RemoteChoices = mapping.choices ?? {},
): ResolvedMapping {
  return {
    fields: Object.fromEntries(
      MAPPED_FIELDS.map((field) => {
        const rule = mapping.fields?.[field]
        const access = provider.fields[field]?.access ?? 'none'
        const policy = rule?.policy ?? (remoteFirst.includes(field) ? 'remote_wins' : 'latest')
        return [field, { direction: withinReach(rule?.direction, access), policy }]
      }),
    ) as ResolvedMapping['fields'], // one for each field of the table
    statuses: resolveStatuses(mapping.statuses, choices.statuses ?? []),
    priorities: resolvePriorities(mapping.priorities, choices.priorities ?? []),
    people: resolvePeople(mapping.people, choices.people ?? []),
    custom: mapping.custom ?? [],
    comments: withinReach(mapping.comments, provider.capabilities.comments),
    queue: mapping.queue ?? DEFAULT_QUEUE,
    labels: mapping.labels ?? [],
    deletes: mapping.deletes ?? 'cancel',
  }
}

/** Nothing is written to a read-only field, whatever the mapping says. */
function withinReach(wanted: Direction = 'both', access: Access): Direction {
  if (access === 'readwrite') return wanted
  return access === 'read' && (wanted === 'both' || wanted === 'in') ? 'in' : 'none'
}

const statusOfGroup = {
  open: 'ready',
  started: 'in_progress',
  done: 'completed',
  failed: 'failed',
  canceled: 'canceled',
} as const

/** Which external status groups fit a task status, best first. */
const groupsOfStatus: Record<Status, readonly NonNullable<RemoteChoice['group']>[]> = {
  triage: ['open'],
  ready: ['open'],
  in_progress: ['started', 'open'],
  input_required: ['started', 'open'],
  in_review: ['started', 'open'],
  completed: ['done'],
  failed: ['failed', 'canceled', 'done'],
  canceled: ['canceled', 'done'],
}

function resolveStatuses(
  given: Mapping['statuses'],
  choices: readonly RemoteChoice[],
): ResolvedMapping['statuses'] {
  const inward = choices.flatMap(({ id, group }) => (group ? [[id, statusOfGroup[group]]] : []))
  const outward = STATUSES.flatMap((status) => {
    const [found] = groupsOfStatus[status].flatMap((group) =>
      choices.filter((choice) => choice.group === group),
    )
    return found ? [[status, found.id]] : []
  })
  return {
    in: { ...Object.fromEntries(inward), ...given?.in },
    out: { ...Object.fromEntries(outward), ...given?.out },
  }
}

/** In English and German; other names are normal until they are mapped. */
const priorityNames: readonly (readonly [Priority, RegExp])[] = [
  ['urgent', /urgent|immediate|critical|highest|blocker|dringend|sofort|kritisch/i],
  ['high', /high|major|hoch/i],
  ['low', /low|minor|trivial|niedrig|gering/i],
]

function guessPriority(name: string): Priority {
  return priorityNames.find(([, pattern]) => pattern.test(name))?.[0] ?? 'normal'
}

function resolvePriorities(
  given: Mapping['priorities'],
  choices: readonly RemoteChoice[],
): ResolvedMapping['priorities'] {
  const guessed = choices.map(({ id, name }) => [id, guessPriority(name)] as const)
  const outward = PRIORITIES.flatMap((priority) => {
    const found = guessed.find(([, word]) => word === priority)
    return found ? [[priority, found[0]]] : []
  })
  return {
    in: { ...Object.fromEntries(guessed), ...given?.in },
    out: { ...Object.fromEntries(outward), ...given?.out },
  }
}

function resolvePeople(
  given: Mapping['people'],
  choices: readonly RemoteChoice[],
): ResolvedMapping['people'] {
  const inward = choices.map(({ id, name, email }) => [id, email ?? name])
  // If two have the same name, the first one keeps it.
  const outward = choices
    .toReversed()
    .flatMap(({ id, name, email }) => [name, ...(email ? [email] : [])].map((text) => [text, id]))
  // What is taken in under a name of ours goes out under the same.
  const back = Object.entries(given?.in ?? {}).map(([id, assignee]) => [assignee, id])
  const all = [...outward, ...back, ...Object.entries(given?.out ?? {})]
  return {
    in: { ...Object.fromEntries(inward), ...given?.in },
    out: Object.fromEntries(all.map(([name = '', id = '']) => [name.toLowerCase(), id])),
  }
}

/** Undefined when no external user has this name. */
export function findRemotePerson(
  people: ResolvedMapping['people'],
  assignee: string,
): string | undefined {
  const name = assignee.toLowerCase()
  return Object.hasOwn(people.out, name) ? people.out[name] : undefined
}
