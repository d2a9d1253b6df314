// A connector of a tenant of a test: added over the API, enrolled and in a session.
import type { ConnectorWithToken } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'
import { testApi } from '../test-api.ts'
import { type EdgeTransport, TestEdge } from './test-edge.ts'

let count = 0

export async function newConnector(
  client: ApiClient,
  name = `connector-${++count}`,
): Promise<ConnectorWithToken> {
  const reply = await client.call('connectors.create', { body: { name } })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body
}

/** Asks the API of this test file, as this tenant's host. */
export function transportOf(client: ApiClient): EdgeTransport {
  return async ({ method, path, headers, body }, signal) => {
    const { app } = await testApi()
    const answer = await app.inject({
      method,
      url: path,
      headers: { host: client.tenant.host, ...headers },
      payload: body,
      ...(signal && { signal }),
    })
    return { status: answer.statusCode, text: answer.body }
  }
}

export type NewEdge = { edge: TestEdge; connector: ConnectorWithToken }

export async function newEdge(client: ApiClient): Promise<NewEdge> {
  const connector = await newConnector(client)
  const edge = new TestEdge(transportOf(client))
  for (const answer of [await edge.enroll(connector.enrolment_token ?? ''), await edge.open()]) {
    if (answer.status !== 200) throw new Error(answer.text)
  }
  return { edge, connector }
}
