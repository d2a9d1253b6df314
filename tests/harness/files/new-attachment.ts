// A file on a task, as tests need one.
import type { Attachment } from '@task-service/contract'
import type { ApiClient, CallInput } from '../api-client.ts'

type File = { name?: string; file?: NonNullable<CallInput['file']>; type?: string }

export async function attach(
  client: ApiClient,
  task: string,
  { name = 'notes.txt', file = 'Hello', type = 'text/plain' }: File = {},
): Promise<Attachment> {
  const reply = await client.call('attachments.create', {
    params: { task },
    query: { name },
    file,
    headers: { 'content-type': type },
  })
  return reply.body
}

/** On a new task, as the parameters that lead to it. */
export async function attached(client: ApiClient): Promise<{ task: string; attachment: string }> {
  const { id: task } = await client.create()
  return { task, attachment: (await attach(client, task)).id }
}
