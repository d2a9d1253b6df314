// Writes payloads into every text that people or programs can set, within the lengths the contract allows.
import type { Task, Webhook } from '@task-service/contract'
import type { Stage } from '../../../tests/e2e/harness/stage.ts'
import { MARK } from './xss-payloads.ts'

export type Planted = { tasks: Task[]; webhook: Webhook; texts: number }

const LABEL_MAX = 64
const NAME_MAX = 200

export async function plantPayloads(stage: Stage, payloads: readonly string[]): Promise<Planted> {
  const tasks: Task[] = []
  let texts = 0
  for (const [index, payload] of payloads.entries()) {
    const task = await stage.api<Task>('POST', '/tasks', {
      title: payload.slice(0, 500),
      description: payload,
      labels: [payload.slice(0, LABEL_MAX)],
      assignee: payload.slice(0, NAME_MAX),
      ...(index % 2 === 0 && { delegate: payload.slice(0, NAME_MAX) }),
      source: payload.slice(0, 100),
      external_id: `${index} ${payload}`.slice(0, 300),
      fields: { [payload.slice(0, LABEL_MAX) || 'x']: payload },
      input: { [payload]: [payload] },
      result: payload,
      due_at: new Date(Date.now() - index * 60_000).toISOString(),
    })
    await stage.api('POST', `/tasks/${task.id}/comments`, { body: payload })
    tasks.push(task)
    texts += 11
  }
  const all = payloads.join('\n\n')
  const webhook = await stage.api<Webhook>('POST', '/webhooks', {
    url: `${stage.receiver.url}/${encodeURIComponent(`"><img class=${MARK} src=x onerror=alert(1)>`)}`,
    description: (payloads[0] ?? '').slice(0, NAME_MAX),
    headers: {
      'x-text': (payloads.find((payload) => /^[\x20-\x7e]+$/.test(payload)) ?? 'x').slice(0, 200),
    },
  })
  await stage.api('POST', `/tasks/${tasks[0]?.id}/comments`, { body: all.slice(0, 9_000) })
  return { tasks, webhook, texts: texts + 4 }
}
