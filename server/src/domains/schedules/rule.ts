// The rule of a schedule as it was sent, made complete: what is left out follows from the first day.
import {
  type ScheduleRule,
  type ScheduleRuleInput,
  WEEKDAYS,
  type Weekday,
} from '@task-service/contract'
import { ruleRefused } from './errors.ts'

const uses = {
  weekdays: ['weekly'],
  day_of_month: ['monthly', 'yearly'],
  month: ['yearly'],
} as const satisfies Partial<Record<keyof ScheduleRule, readonly ScheduleRule['frequency'][]>>

type Surroundings = { now: Date; timeZone: string; pointer: string }

export function completeRule(input: ScheduleRuleInput, around: Surroundings): ScheduleRule {
  refuseUnused(input, around.pointer)
  const { frequency } = input
  const timeZone = input.time_zone ?? around.timeZone
  const today = Temporal.Instant.fromEpochMilliseconds(around.now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const start = dateOf(input, 'starts_on', around) ?? today
  const end = dateOf(input, 'ends_on', around)
  if (end && Temporal.PlainDate.compare(end, start) < 0) {
    const message = `must not be before starts_on (${start.toString()}), got ${end.toString()}`
    throw ruleRefused(`${around.pointer}/ends_on`, message)
  }
  const hasDay = frequency === 'monthly' || frequency === 'yearly'
  return {
    frequency,
    interval: input.interval ?? 1,
    ...(frequency === 'weekly' && { weekdays: weekdaysOf(input.weekdays, start) }),
    ...(hasDay && { day_of_month: input.day_of_month ?? start.day }),
    ...(frequency === 'yearly' && { month: input.month ?? start.month }),
    time: input.time,
    time_zone: timeZone,
    starts_on: start.toString(),
    ends_on: end?.toString() ?? null,
    count: input.count ?? null,
  }
}

function refuseUnused(input: ScheduleRuleInput, pointer: string): void {
  for (const [name, frequencies] of Object.entries(uses)) {
    const isUsed = (frequencies as readonly string[]).includes(input.frequency) // a wider list for the same values
    if (input[name as keyof typeof uses] === undefined || isUsed) continue // keys of uses
    const message = `is only allowed with frequency ${frequencies.join(' or ')}, got ${input.frequency}`
    throw ruleRefused(`${pointer}/${name}`, message)
  }
}

/** The pattern allows days that a month does not have. */
function dateOf(
  input: ScheduleRuleInput,
  name: 'starts_on' | 'ends_on',
  { pointer }: Surroundings,
): Temporal.PlainDate | undefined {
  const text = input[name]
  if (text === undefined || text === null) return undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    throw ruleRefused(`${pointer}/${name}`, `${text} does not exist in the calendar`)
  }
}

function weekdaysOf(sent: readonly Weekday[] | undefined, start: Temporal.PlainDate): Weekday[] {
  if (sent) return WEEKDAYS.filter((day) => sent.includes(day))
  const day = WEEKDAYS[start.dayOfWeek - 1]
  return day ? [day] : []
}
