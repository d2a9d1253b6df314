// Everything that can be asked for, asked for: lists, single things, exports, pages, and what does not exist.
import type { Integration } from '@task-service/contract'
import type { WatchedService } from './watched-service.ts'

const lists = [
  'integrations',
  'providers',
  'links',
  'conflicts',
  'write-backs',
  'webhooks',
  'webhooks/health',
  'deliveries',
  'tasks',
  'audit',
  'events',
  'views',
  'imports',
  'settings',
  'stats',
  'system',
  'openapi.json',
  'event-types',
]
const pages = ['/ui/', '/ui/integrations', '/ui/deliveries', '/ui/settings', '/ui/nowhere']

export async function lookAround(service: WatchedService, signIn: string): Promise<void> {
  for (const list of lists) await service.call(`/api/${list}`, { expect: 200 })
  await service.call('/api/audit/export', { expect: 200 })
  await service.call('/api/tasks/export', { expect: 200 })
  const { data } = await service.call<{ data: Integration[] }>('/api/integrations', { expect: 200 })
  for (const { id } of data) {
    for (const part of ['', '/runs', '/failures', '/inbound']) {
      await service.call(`/api/integrations/${id}${part}`, { expect: 200 })
    }
  }
  const headers = { authorization: signIn }
  for (const list of ['integrations', 'webhooks', 'users', 'me']) {
    await service.call(`/ui/api/${list}`, { headers, expect: 200 })
  }
  for (const page of pages) await service.call(page, { headers, expect: 200 })
  await service.call('/api/nothing', { expect: 404 })
  await service.call('/nowhere', { expect: 404 })
  await service.call('/api/tasks', { headers: { 'x-api-key': 'wrong' }, expect: 401 })
}
