// What was sent about a task stands with the task, and leads to the log of deliveries.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import { until } from '../operate/until.ts'
import { useScene } from './harness/scene.ts'

describe('deliveries of a task', () => {
  const scene = useScene()

  const openTab = async (task: Task): Promise<void> => {
    await scene.page.goto(`${scene.stage.url}/tasks/T-${task.number}`)
    await scene.page.getByRole('tab', { name: 'Deliveries' }).click()
  }

  it('says so when nothing was sent', async () => {
    await openTab(
      await scene.stage.api<Task>('POST', '/tasks', { title: 'Before there is a webhook' }),
    )
    await scene.page.getByText('No deliveries for this task.').waitFor()
  })

  it('lists what was sent about this task alone, and opens it', async () => {
    await scene.stage.api('POST', '/webhooks', { url: `${scene.stage.receiver.url}/orders` })
    const task = await scene.stage.api<Task>('POST', '/tasks', { title: 'Rebook pickup' })
    await scene.stage.api('POST', `/tasks/${task.id}/comments`, { body: 'Asked the carrier.' })
    await scene.stage.api('POST', '/tasks', { title: 'Another one' })
    await until('everything was sent', () => scene.stage.receiver.bodies.length === 3)
    await openTab(task)
    const rows = scene.page.getByRole('tabpanel').getByRole('link')
    await rows.filter({ hasText: 'comment.created' }).waitFor()
    await rows.filter({ hasText: 'task.created' }).waitFor()
    assert.equal(await rows.count(), 2)
    await rows.filter({ hasText: 'task.created' }).click()
    await scene.page.locator('aside').getByText('task.created').first().waitFor()
    assert.match(new URL(scene.page.url()).pathname, /\/deliveries$/)
    assert.deepEqual(scene.faults, [])
  })
})
