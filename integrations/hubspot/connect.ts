// Connecting an account: which host, whether the token can do what is needed, and what there is to choose from.
import {
  type Choice,
  type ChoiceKind,
  type ConnectionReport,
  type HttpResponse,
} from '@task-service/kit'
import { call, get, missingScopesOf, paths } from './call.ts'
import { findNewest } from './pull.ts'
import { type Config, type Context, readTask, statusGroups } from './wire.ts'

export const hosts = ({ base_url }: Config): string[] => [new URL(base_url).host]

/** A private app acts for itself; HubSpot gives it no person. */
const self = { id: 'private-app', name: 'HubSpot private app' }

export async function testConnection(ctx: Context): Promise<ConnectionReport> {
  const owners = await call(ctx, { to: `${paths.owners}?limit=1`, expect: [403] })
  const newest = await findNewest(ctx)
  const row = newest.results[0]
  const task = row && readTask(row, ctx.config, [])
  const { date } = owners.headers
  return {
    self,
    server: { name: 'HubSpot' },
    missingScopes: owners.status === 403 ? scopesOf(owners, 'crm.objects.owners.read') : [],
    warnings: await findWarnings(ctx),
    ...(date !== undefined && { clockSkewMs: Date.parse(date) - ctx.now().getTime() }),
    sample: task === undefined ? null : { title: task.fields.title ?? '', url: task.url },
    total: newest.total,
  }
}

const scopesOf = (response: HttpResponse, otherwise: string): string[] => {
  const scopes = missingScopesOf(response)
  return scopes.length > 0 ? scopes : [otherwise]
}

async function findWarnings(ctx: Context): Promise<string[]> {
  const deals = await call(ctx, { to: `${paths.objects}/deals?limit=1`, expect: [403] })
  return deals.status === 403 ? ['The token cannot read deals: tasks do not show their deals.'] : []
}

type Owners = {
  results: { id: string; email?: string; firstName?: string; lastName?: string }[]
  paging?: { next?: { after: string } }
}

export async function discover(ctx: Context, what: ChoiceKind): Promise<Choice[]> {
  if (what === 'statuses') {
    const choices = await readOptions(ctx, 'hs_task_status')
    return choices
      .map((choice) => ({ ...choice, group: statusGroups[choice.id] ?? ('open' as const) }))
      .toSorted((a, b) => rankOf(a) - rankOf(b))
  }
  if (what === 'priorities') return readOptions(ctx, 'hs_task_priority')
  if (what === 'people') return readOwners(ctx)
  // An account is one place, and other fields of tasks are not kept in step.
  return []
}

/** HubSpot's own come first: the first of a group is what is proposed for it. */
function rankOf({ id }: Choice): number {
  const rank = Object.keys(statusGroups).indexOf(id)
  return rank === -1 ? Object.keys(statusGroups).length : rank
}

async function readOptions(ctx: Context, property: string): Promise<Choice[]> {
  const { options } = (await get(ctx, `${paths.properties}/tasks/${property}`)) as {
    options: { value: string; label: string; hidden?: boolean }[]
  } // HubSpot's promise
  return options
    .filter(({ hidden, value }) => hidden !== true && value !== 'NONE')
    .map(({ value, label }) => ({ id: value, name: label }))
}

async function readOwners(ctx: Context): Promise<Choice[]> {
  const people: Choice[] = []
  for (let at: string | undefined = ''; at !== undefined; ) {
    const page = (await get(ctx, `${paths.owners}?limit=100${at}`)) as Owners // HubSpot's promise
    people.push(
      ...page.results.map(({ id, email, firstName, lastName }) => ({
        id,
        name: [firstName, lastName].filter(Boolean).join(' ') || email || id,
        ...(email !== undefined && { email }),
      })),
    )
    const after: string | undefined = page.paging?.next?.after
    at = after === undefined ? undefined : `&after=${after}`
  }
  return people
}
