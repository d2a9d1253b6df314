// Templates and schedules of tests.
import type {
  Schedule,
  ScheduleCreate,
  ScheduleRuleInput,
  Template,
  TemplateTask,
} from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'

export async function newTemplate(
  client: ApiClient,
  task: Partial<TemplateTask> = {},
): Promise<Template> {
  const body = { name: 'Report', task: { title: 'Write the report', ...task } }
  return (await client.call('templates.create', { body })).body
}

export function scheduleOf(
  { id }: Template,
  rule: Partial<ScheduleRuleInput> = {},
): ScheduleCreate {
  return {
    name: 'Every day',
    template_id: id,
    rule: { frequency: 'daily', time: '09:00', time_zone: 'UTC', ...rule },
  }
}

export async function newSchedule(
  client: ApiClient,
  rule: Partial<ScheduleRuleInput> = {},
): Promise<Schedule> {
  const body = scheduleOf(await newTemplate(client), rule)
  return (await client.call('schedules.create', { body })).body
}
