// The fields of the form of a rule, and the rule that they become.
import type { ScheduleRule, ScheduleRuleInput, Weekday } from '@task-service/contract'

export type EndKind = 'never' | 'date' | 'count'

/** As typed; what the frequency does not use is kept while the form is open. */
export type RuleDraft = {
  frequency: ScheduleRule['frequency']
  interval: number
  weekdays: Weekday[]
  day: number
  month: number
  time: string
  timeZone: string
  startsOn: string
  end: EndKind
  endsOn: string
  count: number
}

export function newRule(today: string, timeZone: string): RuleDraft {
  const [, month = '1', day = '1'] = today.split('-')
  return {
    frequency: 'weekly',
    interval: 1,
    weekdays: ['monday'],
    day: Number(day),
    month: Number(month),
    time: '09:00',
    timeZone,
    startsOn: today,
    end: 'never',
    endsOn: today,
    count: 10,
  }
}

export function ruleDraftOf(rule: ScheduleRule): RuleDraft {
  return {
    ...newRule(rule.starts_on, rule.time_zone),
    frequency: rule.frequency,
    interval: rule.interval,
    time: rule.time,
    ...(rule.weekdays && { weekdays: rule.weekdays }),
    ...(rule.day_of_month !== undefined && { day: rule.day_of_month }),
    ...(rule.month !== undefined && { month: rule.month }),
    ...(rule.ends_on !== null && { end: 'date' as const, endsOn: rule.ends_on }),
    ...(rule.count !== null && { end: 'count' as const, count: rule.count }),
  }
}

export function toRule(draft: RuleDraft): ScheduleRuleInput {
  const { frequency } = draft
  const hasDay = frequency === 'monthly' || frequency === 'yearly'
  return {
    frequency,
    interval: draft.interval,
    ...(frequency === 'weekly' && draft.weekdays.length > 0 && { weekdays: draft.weekdays }),
    ...(hasDay && { day_of_month: draft.day }),
    ...(frequency === 'yearly' && { month: draft.month }),
    time: draft.time,
    time_zone: draft.timeZone,
    starts_on: draft.startsOn,
    ends_on: draft.end === 'date' ? draft.endsOn : null,
    count: draft.end === 'count' ? draft.count : null,
  }
}
