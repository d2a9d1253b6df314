// The examples with the Python SDK, run as their page says.
import { join } from 'node:path'
import type { TaskService } from '@task-service/sdk'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { startPython } from '../../tests/harness/python/run-python.ts'
import { until } from '../../tests/operate/until.ts'

const examples = join(import.meta.dirname, '../../examples/python-sdk')

export async function checkExamples(
  client: TaskService,
  env: Record<string, string>,
): Promise<string[]> {
  const creating = startPython([join(examples, 'create_task.py'), 'Refund order 1881'], { env })
  await until('it has created a task', () => creating.lines()[0]?.startsWith('Created T-'))
  const reference = creating.lines()[0]?.slice('Created '.length) ?? ''
  await client.tasks.update(reference, { status: 'completed', result: { refund_id: 'R-77' } })
  const created = await creating.ended
  const port = await findFreePort()
  const webhook = await client.webhooks.create({ url: `http://127.0.0.1:${port}/` })
  const receiving = startPython([join(examples, 'receive_webhook.py')], {
    env: { WEBHOOK_SECRET: webhook.secret ?? '', PORT: String(port) },
  })
  try {
    await until('it listens', () => receiving.lines().includes(`listening on ${port}`))
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
    await client.webhooks.test(webhook.id)
    await until('it was delivered', () =>
      receiving.lines().some((line) => line.startsWith('webhook.test evt_')),
    )
    return [
      ...(created.stdout.includes("Completed with {'refund_id': 'R-77'}")
        ? []
        : [created.stdout + created.stderr]),
      ...(forged.status === 401 ? [] : [`a forged message: ${forged.status}`]),
    ]
  } finally {
    receiving.process.kill('SIGTERM')
    await receiving.ended
    await client.webhooks.delete(webhook.id)
  }
}
