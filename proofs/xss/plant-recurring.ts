// Templates and schedules whose texts are payloads. No occurrence is due while the proof runs.
import type { Template } from '@task-service/contract'
import type { Stage } from '../../tests/e2e/harness/stage.ts'

export async function plantRecurring({ api }: Pick<Stage, 'api'>, payload: string): Promise<void> {
  const name = `x ${payload}`.slice(0, 100)
  const template = await api<Template>('POST', '/templates', {
    name,
    task: {
      title: payload.slice(0, 500),
      description: payload,
      labels: [payload.slice(0, 64)],
      assignee: payload.slice(0, 200),
      delegate: payload.slice(0, 200),
    },
  })
  await api('POST', '/schedules', {
    name,
    template_id: template.id,
    rule: { frequency: 'yearly', time: '00:00', time_zone: 'UTC', starts_on: '2090-01-01' },
  })
}
