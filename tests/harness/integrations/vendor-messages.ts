// Webhooks of a vendor for the other tenants, correctly signed: they need a plugin process, but no request to the vendor.
import { createHmac, randomUUID } from 'node:crypto'
import { type ApiCaller, createApiCaller } from '../clients/api-caller.ts'
import type { BenchTenant } from '../measure/bench-tenants.ts'

const SECRET = 'a-webhook-secret-of-32-characters'
/** Nothing listens there: syncs fail at once and back off. */
const NOWHERE = 'http://127.0.0.1:8999'

/** About as large as what vendors send. */
const PAYLOAD = 'x'.repeat(20_000)

export type Integration = { tenant: BenchTenant; id: string }

export async function connectGithub(url: string, tenant: BenchTenant): Promise<Integration> {
  const caller = createApiCaller(1)
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  const ask = async (method: string, path: string, body: object) => {
    const response = await caller.call(`${url}${path}`, { method, headers, body })
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.body}`)
    return JSON.parse(response.body) as { id: string } // an integration of the contract
  }
  try {
    const { id } = await ask('POST', '/api/integrations', {
      provider: 'github',
      name: 'GitHub',
      config: { base_url: NOWHERE, owner: 'acme', repo: 'service' },
    })
    const secrets = { token: 'github_pat_x', webhook_secret: SECRET }
    await ask('PUT', `/api/integrations/${id}/credential`, { secrets })
    return { tenant, id }
  } finally {
    caller.close()
  }
}

export function sendMessage(
  caller: ApiCaller,
  url: string,
  { tenant, id }: Integration,
  signal: AbortSignal,
  secret = SECRET,
) {
  const body = { zen: 'Keep it logically awesome.', hook_id: 1, hook: PAYLOAD }
  const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
  return caller.call(`${url}/hooks/${id}`, {
    method: 'POST',
    headers: {
      host: tenant.host,
      'x-github-event': 'ping',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
    signal,
  })
}
