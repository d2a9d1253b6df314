// Schedules: when a task is created from a template, again and again.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, Nullable, Timestamp, VisibleText } from '../schema.ts'
import { TimeZone } from '../tenant/settings.ts'

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const
/** In the order of ISO 8601: Monday is the first day of the week. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const INTERVAL_MAX = 99
export const SCHEDULE_COUNT_MAX = 9_999
/** Upcoming occurrences that a schedule and a preview show. */
export const UPCOMING_MAX = 5

function LocalDate(description: string) {
  return Type.String({
    pattern: worded(
      '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
      'must be a date between 2000 and 2099, for example 2026-11-30',
      { echo: true },
    ),
    maxLength: 10,
    description,
    examples: ['2026-11-30'],
  })
}

const Frequency = Choice(FREQUENCIES, { description: 'How often' })
const Interval = (options: { default?: number } = {}) =>
  Type.Integer({
    minimum: 1,
    maximum: INTERVAL_MAX,
    description: 'Every n days, weeks, months or years',
    ...options,
  })
const Weekdays = (otherwise = '') =>
  Type.Array(Choice(WEEKDAYS), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: `Only with \`weekly\`.${otherwise}`,
  })
const DayOfMonth = (otherwise = '') =>
  Type.Integer({
    minimum: 1,
    maximum: 31,
    description: `Only with \`monthly\` and \`yearly\`. A month with fewer days uses its last day, so 31 is the last day of every month.${otherwise}`,
  })
const Month = (otherwise = '') =>
  Type.Integer({ minimum: 1, maximum: 12, description: `Only with \`yearly\`.${otherwise}` })
const Time = Type.String({
  pattern: worded('^([01][0-9]|2[0-3]):[0-5][0-9]$', 'must be a time of day, for example 09:00', {
    echo: true,
  }),
  maxLength: 5,
  description:
    'Time of day in `time_zone`. If clocks skip it, the occurrence is at the moment of the change; if it occurs twice, at the first.',
  examples: ['09:00'],
})
const StartsOn = (otherwise = '') =>
  LocalDate(`First day on which an occurrence is possible.${otherwise}`)
const EndsOn = LocalDate('Last day on which an occurrence is possible')
const Count = Type.Integer({
  minimum: 1,
  maximum: SCHEDULE_COUNT_MAX,
  description: 'The schedule ends after this many tasks',
})

export const ScheduleRule = Closed(
  {
    frequency: Frequency,
    interval: Interval(),
    weekdays: Type.Optional(Weekdays()),
    day_of_month: Type.Optional(DayOfMonth()),
    month: Type.Optional(Month()),
    time: Time,
    time_zone: TimeZone(),
    starts_on: StartsOn(),
    ends_on: Nullable(EndsOn),
    count: Nullable(Count),
  },
  { description: 'When tasks are created' },
)
export type ScheduleRule = Static<typeof ScheduleRule>

export const ScheduleRuleInput = Closed(
  {
    frequency: Frequency,
    interval: Type.Optional(Interval({ default: 1 })),
    weekdays: Type.Optional(Weekdays(' Default: the weekday of `starts_on`')),
    day_of_month: Type.Optional(DayOfMonth(' Default: the day of `starts_on`')),
    month: Type.Optional(Month(' Default: the month of `starts_on`')),
    time: Time,
    time_zone: Type.Optional(TimeZone('IANA time zone name. Default: the time zone of the tenant')),
    starts_on: Type.Optional(StartsOn(' Default: today')),
    ends_on: Type.Optional(Nullable(EndsOn)),
    count: Type.Optional(Nullable(Count)),
  },
  { description: 'When tasks are created. An update replaces the whole rule' },
)
export type ScheduleRuleInput = Static<typeof ScheduleRuleInput>

const Name = VisibleText({ maxLength: 100, description: 'Display name' })
const TemplateId = Id('template', { description: 'Template of the tasks' })
const Upcoming = Type.Array(Timestamp(), {
  maxItems: UPCOMING_MAX,
  description: 'The next occurrences',
})

export const SCHEDULE_STATES = ['active', 'paused', 'ended'] as const

export const Schedule = Closed(
  {
    id: Id('schedule'),
    name: Type.String(),
    template_id: TemplateId,
    rule: ScheduleRule,
    state: Choice(SCHEDULE_STATES, {
      description: '`ended`: `ends_on` or `count` is reached, there are no further occurrences',
    }),
    upcoming: Upcoming,
    last_at: Nullable(Timestamp('The last occurrence')),
    last_task_id: Nullable(Id('task'), { description: 'Task of the last occurrence' }),
    last_error: Nullable(Type.String(), {
      description: 'Why the last occurrence created no task; null if it created one',
    }),
    task_count: Type.Integer({ minimum: 0, description: 'Tasks created so far' }),
    missed_count: Type.Integer({
      minimum: 0,
      description:
        'Occurrences without a separate task: several that were missed while no worker ran create one task together',
    }),
    version: Type.Integer({
      minimum: 1,
      description: 'Incremented when a request changes the schedule; basis of the ETag',
    }),
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'Creates a task from a template at each occurrence of its rule' },
)
export type Schedule = Static<typeof Schedule>

export const ScheduleCreate = Closed({
  name: Name,
  template_id: TemplateId,
  rule: ScheduleRuleInput,
})
export type ScheduleCreate = Static<typeof ScheduleCreate>

export const ScheduleChange = Closed(
  {
    name: Type.Optional(Name),
    template_id: Type.Optional(TemplateId),
    rule: Type.Optional(ScheduleRuleInput),
  },
  { minProperties: 1, description: 'Omitted fields are unchanged; `rule` is replaced' },
)
export type ScheduleChange = Static<typeof ScheduleChange>

export const ScheduleUpcoming = Closed(
  { rule: ScheduleRule, upcoming: Upcoming },
  { description: 'The complete rule, and its next occurrences' },
)
export const ScheduleListQuery = Closed(pageQuery)
export const SchedulePage = Page(Schedule, 'A page of schedules, oldest first')
export const scheduleParams = Closed({ schedule: Id('schedule') })
