// A week of work, planned: when tasks come in and when they move on. Busy by day, quiet at night and on weekends.
import type { Status } from '@task-service/contract'
import { type Crew, type NewTask, writeTask } from './freight-tasks.ts'
import { createRandom, type Random } from './random.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAYS = 8
const SEED = 20_261_117

/** Tasks that come in during each hour of a working day. */
const perHour = [0, 0, 0, 0, 0, 1, 2, 4, 8, 11, 12, 10, 7, 9, 10, 9, 7, 4, 2, 1, 1, 0, 0, 0]
const WEEKEND = 0.2

export type Step = { at: Date; task: number } & ({ create: NewTask } | { to: Status })

/** `hoursFromUtc` decides when a working day is. Steps are in the order in which they happen. */
export function planWeek(
  now: Date,
  hoursFromUtc: number,
  crew: Crew = { me: 'admin', others: [] },
  days = DAYS,
): Step[] {
  const random = createRandom(SEED)
  const firstHour = Math.floor(now.getTime() / HOUR_MS) - days * 24
  const steps: Step[] = []
  let task = 0
  for (let hour = firstHour; hour <= firstHour + days * 24; hour++) {
    for (const at of arrivals(random, hour * HOUR_MS, hoursFromUtc)) {
      steps.push({ at, task, create: writeTask(random, at, crew) })
      steps.push(...moves(random, at).map((move) => ({ ...move, task })))
      task++
    }
  }
  steps.push(...lateArrivals(now, task))
  return steps
    .filter(({ at }) => at < now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** What a team lead should look at: urgent and unassigned, or due within the hour. */
function lateArrivals(now: Date, first: number): Step[] {
  const before = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS)
  const due = new Date(now.getTime() + 40 * MINUTE_MS).toISOString()
  const tasks: NewTask[] = [
    {
      title: 'Reefer R-118 is above 8 °C at gate 4',
      description: '',
      priority: 'urgent',
      labels: [],
    },
    { title: 'Seal of container 4417 is broken', description: '', priority: 'urgent', labels: [] },
    {
      title: 'Release booking 4471 before the cut-off',
      description: '',
      priority: 'high',
      labels: ['dispatch'],
      assignee: 'dock-north',
      due_at: due,
    },
  ]
  return tasks.map((create, index) => ({ at: before(19 - 6 * index), task: first + index, create }))
}

function arrivals(random: Random, hourMs: number, hoursFromUtc: number): Date[] {
  const local = new Date(hourMs + hoursFromUtc * HOUR_MS)
  const isWeekend = local.getUTCDay() % 6 === 0
  const usual = (perHour[local.getUTCHours()] ?? 0) * (isWeekend ? WEEKEND : 1)
  const count = Math.round(usual * (0.8 + 0.4 * random.next()))
  return Array.from({ length: count }, () => new Date(hourMs + random.next() * HOUR_MS))
}

const ends: readonly { share: number; statuses: readonly Status[] }[] = [
  { share: 0.03, statuses: [] },
  { share: 0.012, statuses: ['in_progress'] },
  { share: 0.01, statuses: ['in_progress', 'input_required'] },
  { share: 0.006, statuses: ['in_progress', 'in_review'] },
  { share: 0.006, statuses: ['in_progress', 'failed'] },
  { share: 0.02, statuses: ['canceled'] },
  { share: 1, statuses: ['in_progress', 'completed'] },
]

/** Started within an hour, done within a few. */
function moves(random: Random, created: Date): { at: Date; to: Status }[] {
  const drawn = random.next()
  let sum = 0
  const statuses = ends.find(({ share }) => drawn < (sum += share))?.statuses ?? []
  let at = created.getTime()
  return statuses.map((to) => {
    const longest = to === 'in_progress' ? 45 : 200
    at += (2 + random.next() ** 2 * longest) * MINUTE_MS
    return { at: new Date(at), to }
  })
}
