// A tenant with people whose inboxes are filled by the dispatcher of the service, run step by step.
import assert from 'node:assert/strict'
import type { InboxCounts, Notification } from '@task-service/contract'
import type { FeedTx } from '../../../server/src/db/feed/feed.ts'
import {
  type Consumer,
  newSizes,
} from '../../../server/src/domains/deliveries/dispatch/service/dispatch.ts'
import { notifyPeople } from '../../../server/src/domains/inbox/index.ts'
import type { ApiClient } from '../api-client.ts'
import { dashboardOf, type Person } from '../dashboard/dashboard.ts'
import { newTenant, newUser, testApi } from '../test-api.ts'
import { dispatchAll } from '../webhooks/dispatch-all.ts'

const matching = { wants: () => false, needsContent: () => false, taskOf: () => '' }
const queue = { add: async () => undefined }
const sizes = newSizes()

/** What the dispatcher does with new events, until there are none. */
export async function dispatch(consumer: Consumer = notifyPeople): Promise<void> {
  const { db } = await testApi()
  const step = (tx: FeedTx) => dispatchAll(tx, { queue, matching, sizes, consumers: [consumer] })
  while ((await db.feed.tx(step)).isFull);
}

export type Reader = Awaited<ReturnType<typeof asReader>>

/** A person with their inbox. */
export async function asReader(client: ApiClient, person: Person) {
  const ask = dashboardOf(await testApi(), client.tenant, person)
  const read = async <T>(path: string): Promise<T> => {
    const answer = await ask(path)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json() as T // the caller names what the contract says
  }
  return {
    ...person,
    ask,
    list: async (query = '') =>
      (await read<{ data: Notification[] }>(`/ui/api/inbox${query}`)).data,
    counts: () => read<InboxCounts>('/ui/api/inbox/counts'),
    change: (id: string, body: object) => ask(`/ui/api/inbox/${id}`, { method: 'PATCH', body }),
  }
}

export async function newReaders(): Promise<{ client: ApiClient; ada: Reader; bob: Reader }> {
  const client = await newTenant()
  const ada = await asReader(client, await newUser(client.tenant, 'ada'))
  const bob = await asReader(client, await newUser(client.tenant, 'bob'))
  return { client, ada, bob }
}
