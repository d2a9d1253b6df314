// A person in each tenant with a filled inbox. All have the same ID, so that nothing but the tenant tells their inboxes apart.
import type { Client } from 'pg'
import { hashPassword } from '../../server/src/crypto/password-hash.ts'
import { newSizes } from '../../server/src/domains/deliveries/dispatch/service/dispatch.ts'
import { notifyPeople } from '../../server/src/domains/inbox/index.ts'
import { basic, OWN, PASSWORD } from '../../tests/harness/dashboard/dashboard.ts'
import type { LocalApi } from '../../tests/harness/service.ts'
import { dispatchAll } from '../../tests/harness/webhooks/dispatch-all.ts'
import { until } from '../../tests/operate/until.ts'
import type { Belongings } from './belongings.ts'

const READER = { id: '01900000-0000-7000-8000-000000000001', username: 'reader' }
const MENTION = `@[reader](user:usr_${READER.id.replaceAll('-', '')})`

const passwordOf = ({ marker }: Pick<Belongings, 'marker'>) => `${PASSWORD} ${marker}`

/** What the dashboard sends for that person. */
export function readerHeaders(own: Pick<Belongings, 'marker'>): Record<string, string> {
  return { ...OWN, authorization: basic({ ...READER, password: passwordOf(own) }) }
}

export async function furnishInboxes(
  api: LocalApi,
  admin: Client,
  everybody: readonly Belongings[],
): Promise<void> {
  for (const own of everybody) {
    await admin.query(
      `insert into users (tenant_id, id, username, name, password_hash, created_by, created_at, updated_at)
       values ($1, $2, $3, $3, $4, 'system:probe', now(), now())`,
      [own.tenant.id, READER.id, READER.username, await hashPassword(passwordOf(own))],
    )
    for (const [index, task] of (own.values['tsk'] ?? []).entries()) {
      for (const which of ['first', 'second']) await mention(api, own, task, `${which}-${index}`)
    }
  }
  await deliverMentions(api)
  for (const own of everybody) {
    await noteItems(api, own)
    await signInWrongly(api, admin, own)
  }
}

async function mention({ app }: LocalApi, own: Belongings, task: string, name: string) {
  const { host, key } = own.tenant
  const answer = await app.inject({
    method: 'POST',
    url: `/api/tasks/${task}/comments`,
    headers: { host, 'x-api-key': key },
    payload: { body: `${MENTION} ${own.marker}-mention-${name}` },
  })
  if (answer.statusCode !== 201) throw new Error(`a mention was refused: ${answer.body}`)
  own.ids.add(answer.json<{ id: string }>().id)
}

async function noteItems({ app }: LocalApi, own: Belongings): Promise<void> {
  const read = async (query: string) => {
    const headers = { host: own.tenant.host, ...readerHeaders(own) }
    const answer = await app.inject({ url: `/ui/api/inbox${query}`, headers })
    if (answer.statusCode !== 200) throw new Error(`an inbox was refused: ${answer.body}`)
    return answer.json<{ data: { id: string }[]; next_cursor: string | null }>()
  }
  const { data } = await read('')
  if (data.length === 0) throw new Error('an inbox is empty')
  for (const { id } of data) own.ids.add(id)
  own.values['ntf'] = data.map(({ id }) => id)
  own.values['cursor of inbox.list'] = [String((await read('?limit=1')).next_cursor)]
}

/** Noted once in a while only: no entry comes in between two requests that are compared. */
async function signInWrongly({ app }: LocalApi, admin: Client, { tenant }: Belongings) {
  const headers = { host: tenant.host, ...readerHeaders({ marker: 'unknown' }) }
  await app.inject({ url: '/ui/api/inbox', headers })
  await until('both sign-ins are noted', async () => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(distinct action)::int as count from audit_entries
       where tenant_id = $1 and action in ('user.signed_in', 'user.sign_in_failed')`,
      [tenant.id],
    )
    return rows[0]?.count === 2
  })
}

/** What the dispatcher does with mentions, until there are none. */
export async function deliverMentions({ db }: LocalApi): Promise<void> {
  const parts = {
    queue: { add: async () => undefined },
    matching: { wants: () => false, needsContent: () => false, taskOf: () => '' },
    sizes: newSizes(),
    consumers: [notifyPeople],
  }
  while ((await db.feed.tx((tx) => dispatchAll(tx, parts))).isFull);
}
