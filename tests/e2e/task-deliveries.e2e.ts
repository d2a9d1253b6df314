// What was sent about a task stands with the task, and leads to the log of deliveries.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import type { Browser, Page } from 'playwright-core'
import { until } from '../operate/until.ts'
import { launchBrowser, type Visit, visit } from './harness/browser.ts'
import { openStage, type Stage } from './harness/stage.ts'

describe('deliveries of a task', () => {
  let stage: Stage
  let browser: Browser
  let seen: Visit
  let page: Page

  before(async () => {
    stage = await openStage()
    browser = await launchBrowser()
    seen = await visit(browser, stage)
    seen.context.setDefaultTimeout(20_000)
    page = seen.page
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  const openTab = async (task: Task): Promise<void> => {
    await page.goto(`${stage.url}/tasks/T-${task.number}`)
    await page.getByRole('tab', { name: 'Deliveries' }).click()
  }

  it('says so when nothing was sent', async () => {
    await openTab(await stage.api<Task>('POST', '/tasks', { title: 'Before there is a webhook' }))
    await page.getByText('Nothing was sent about this task.').waitFor()
  })

  it('lists what was sent about this task alone, and opens it', async () => {
    await stage.api('POST', '/webhooks', { url: `${stage.receiver.url}/orders` })
    const task = await stage.api<Task>('POST', '/tasks', { title: 'Rebook pickup' })
    await stage.api('POST', `/tasks/${task.id}/comments`, { body: 'Asked the carrier.' })
    await stage.api('POST', '/tasks', { title: 'Another one' })
    await until('everything was sent', () => stage.receiver.bodies.length === 3)
    await openTab(task)
    const rows = page.getByRole('tabpanel').getByRole('link')
    await rows.filter({ hasText: 'comment.created' }).waitFor()
    await rows.filter({ hasText: 'task.created' }).waitFor()
    assert.equal(await rows.count(), 2)
    await rows.filter({ hasText: 'task.created' }).click()
    await page.locator('aside').getByText('task.created').first().waitFor()
    assert.match(new URL(page.url()).pathname, /\/deliveries$/)
    assert.deepEqual(seen.faults, [])
  })
})
