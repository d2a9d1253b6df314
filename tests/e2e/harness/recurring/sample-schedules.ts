// Templates and schedules of a freight company.
import type { Template } from '@task-service/contract'
import type { Stage } from '../stage.ts'

export async function addSchedules({ api }: Stage): Promise<void> {
  const stock = await api<Template>('POST', '/templates', {
    name: 'Stock count',
    task: {
      title: 'Count the stock of the cold store',
      description: 'Count every bin and compare it with the ledger.',
      queue: 'warehouse',
      labels: ['stock'],
      priority: 'high',
      due_in: '8h',
    },
  })
  const report = await api<Template>('POST', '/templates', {
    name: 'Customs report',
    task: { title: 'Send the customs report of the month', assignee: 'customs-desk', due_in: '2d' },
  })
  const zone = { time_zone: 'Europe/Berlin' }
  await api('POST', '/schedules', {
    name: 'Stock count of the cold store',
    template_id: stock.id,
    rule: { frequency: 'weekly', weekdays: ['monday', 'thursday'], time: '06:30', ...zone },
  })
  const monthly = await api<{ id: string }>('POST', '/schedules', {
    name: 'Customs report',
    template_id: report.id,
    rule: { frequency: 'monthly', day_of_month: 31, time: '09:00', ...zone },
  })
  await api('POST', `/schedules/${monthly.id}/pause`)
}
