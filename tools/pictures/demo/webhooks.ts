// Three webhooks: two are healthy, and one has failed for two hours because its receiver has a fault.
import type { EventEnvelope, Webhook } from '@task-service/contract'
import type { Stage } from '../../../tests/e2e/harness/stage.ts'
import { until } from '../../../tests/operate/until.ts'

export const OUTAGE_MS = 2 * 3_600_000

export type DemoWebhooks = { orders: Webhook; ledger: Webhook }

export async function addWebhooks(stage: Stage): Promise<DemoWebhooks> {
  const add = (path: string, description: string, types: string[] = []) =>
    stage.api<Webhook>('POST', '/webhooks', {
      url: `${stage.receiver.url}/${path}`,
      description,
      event_types: types,
    })
  const orders = await add('orders', 'Order desk')
  const ledger = await add('ledger', 'Ledger', ['task.completed'])
  await add('alerts', 'On-call alerts', ['task.failed', 'task.canceled'])
  return { orders, ledger }
}

/** Until so many events of the past week were sent to the webhook that gets all events. */
export async function awaitDeliveries(
  { receiver }: Stage,
  events: number,
  now: Date,
): Promise<void> {
  const isPast = (body: string): boolean => {
    const { timestamp } = JSON.parse(body) as EventEnvelope // sent by the service
    return Date.parse(timestamp) < now.getTime()
  }
  const sent = () =>
    receiver.messages.filter(({ path, body }) => path === '/orders' && isPast(body)).length
  await until('every event has been sent', () => sent() >= events, 300_000)
}

export function breakLedger({ receiver }: Stage): void {
  receiver.answers['/ledger'] = 503
}

/** Of a webhook that fails, few deliveries are attempted; the others wait. */
export async function awaitFailure(stage: Stage, { ledger }: DemoWebhooks): Promise<void> {
  const isFailing = async () => {
    const { failing_since: since } = await stage.api<Webhook>('GET', `/webhooks/${ledger.id}`)
    return since !== null
  }
  await until('the ledger fails', isFailing)
}
