// An integration of a tenant of a test, connected to the tracker of that test.
import type { Integration } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'
import { GOOD_TOKEN, testVendor } from './vendor.ts'

export async function newIntegration(
  client: ApiClient,
  input: Record<string, unknown> = {},
): Promise<Integration> {
  const { url } = await testVendor()
  const body = { provider: 'tracker', name: 'Our tracker', config: { url }, ...input }
  const reply = await client.call('integrations.create', { body })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body
}

/** With a credential that is accepted, unless another is given. */
export async function newConnection(
  client: ApiClient,
  input: Record<string, unknown> = {},
  token = GOOD_TOKEN,
): Promise<Integration> {
  const { id } = await newIntegration(client, input)
  const reply = await client.call('integrations.set_credential', {
    params: { integration: id },
    body: { secrets: { token } },
  })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body
}
