// Connecting: the hosts, the connection test, and the values that users can map.
import type { Choice, ChoiceKind, ConnectionReport, Person } from '@task-service/kit'
import { get } from './call.ts'
import { type Config, type Context, type Page, statuses } from './wire.ts'

export const hosts = ({ base_url }: Config): string[] => [new URL(base_url).host]

export async function testConnection(ctx: Context): Promise<ConnectionReport> {
  const self = await get<Person>(ctx, '/me')
  const { items, left } = await get<Page>(ctx, '/changes?limit=1')
  const [first] = items
  return {
    self,
    missingScopes: [],
    warnings: [],
    total: left,
    sample: first ? { title: first.title, url: `${ctx.config.base_url}/items/${first.id}` } : null,
  }
}

export async function discover(_: Context, what: ChoiceKind): Promise<Choice[]> {
  return what === 'statuses' ? statuses : []
}
