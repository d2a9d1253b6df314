// Home in a new workspace: the empty flow, the first steps that tick themselves, and what needs attention.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Integration, Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { withAdmin } from '../harness/admin-client.ts'
import { uuidOf } from '../harness/history.ts'
import { pressInTurn } from './harness/press-in-turn.ts'
import { attributes, open, useScene } from './harness/scene.ts'

/** The server caches its figures for a while, the longer the more they cost it. */
const TIMEOUT_MS = 75_000

const step = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const isDone = (page: Page, words: string) =>
  step(page, words).getByLabel('Done').waitFor({ timeout: TIMEOUT_MS })
const card = (page: Page, name: string) => page.getByRole('region', { name })

describe('home', () => {
  const scene = useScene()

  it('shows five stages with 0 and the way to connect a source', async () => {
    const page = await open(scene, '/')
    const flow = card(page, 'Live flow')
    await flow.getByText('No tasks yet.', { exact: false }).waitFor()
    for (const stage of ['Sources', 'Queues', 'Working', 'Writing back', 'Confirmed']) {
      const text = await flow.getByRole('link', { name: new RegExp(`^${stage}`) }).innerText()
      assert.match(text, /(^|\n)0(\n|$)/, stage)
    }
    await flow.getByRole('link', { name: 'Connect a source' }).click()
    await page.waitForURL(/\/integrations\?new=/)
    await page.getByRole('complementary', { name: 'Add an integration' }).waitFor()
  })

  it('ticks the first steps as they are done, without a reload', async () => {
    const page = await open(scene, '/')
    await page.getByText('Get started').waitFor()
    await step(page, 'Create a task').getByRole('link', { name: 'New task' }).waitFor()
    const { stage } = scene
    const task = await stage.api<Task>('POST', '/tasks', { title: 'The first one' })
    await stage.api('POST', `/tasks/${task.id}/transitions`, { to: 'completed' })
    await isDone(page, 'Create a task')
    await isDone(page, 'Complete a task')
    await step(page, 'Add a webhook').getByRole('link', { name: 'Add webhook' }).click()
    await page.getByRole('textbox', { name: /^Endpoint URL/ }).fill(`${stage.receiver.url}/hook`)
    const form = page.getByRole('complementary')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('Copy your signing secret').waitFor()
    await pressInTurn(page, 'g', 'h')
    await isDone(page, 'Add a webhook')
    await stage.api('POST', '/tasks', { title: 'The second one' })
    await page
      .getByText('Receive your first event')
      .and(page.locator(':not([data-done] *)'))
      .waitFor({ state: 'detached', timeout: TIMEOUT_MS })
  })

  it('has figures and one sentence until two full hours have tasks', async () => {
    const page = await open(scene, '/')
    const chart = card(page, 'Created and completed')
    await chart.getByText('The chart starts when two full hours have tasks.').waitFor()
    await chart.getByText('2 created').waitFor()
    await chart.getByText('1 completed').waitFor()
    assert.equal(await chart.locator('canvas').count(), 0)
    assert.equal(await chart.getByText(/%|previous/).count(), 0)
  })

  it('says what needs a person, and leads there', async () => {
    const page = await open(scene, '/')
    await scene.stage.api('POST', '/tasks', {
      title: 'Should have been done',
      due_at: new Date(Date.now() - 3_600_000).toISOString(),
    })
    const overdue = step(page, '1 task is overdue')
    await overdue.getByRole('link', { name: 'Show tasks' }).click({ timeout: TIMEOUT_MS })
    await page.getByRole('link', { name: 'Should have been done' }).waitFor()
    await page.getByRole('button', { name: 'Remove filter Due' }).waitFor()
  })

  it('names a failing integration before what is less severe, and shows four until asked', async () => {
    const { stage } = scene
    const { id } = await stage.api<Integration>('POST', '/integrations', {
      provider: 'github',
      name: 'Issues of the port',
      config: { base_url: stage.receiver.url, owner: 'acme', repo: 'port' },
    })
    await withAdmin(stage.database.superuserUrl, (admin) =>
      admin.query(
        `update integrations set problem = 'auth_failed', problem_since = now() where id = $1`,
        [uuidOf(id)],
      ),
    )
    await stage.api('POST', '/tasks', { title: 'Now', priority: 'urgent' })
    const failed = await stage.api<Task>('POST', '/tasks', { title: 'Broken' })
    for (const to of ['in_progress', 'failed']) {
      await stage.api('POST', `/tasks/${failed.id}/transitions`, { to })
    }
    const asking = await stage.api<Task>('POST', '/tasks', { title: 'What color?' })
    for (const to of ['in_progress', 'input_required']) {
      await stage.api('POST', `/tasks/${asking.id}/transitions`, { to })
    }
    const page = await open(scene, '/')
    const attention = card(page, 'Needs attention')
    await attention.getByRole('button', { name: 'View all' }).waitFor({ timeout: TIMEOUT_MS })
    const rows = attention.locator('[data-severity]')
    assert.equal(await rows.count(), 4)
    await attention.getByRole('button', { name: 'View all' }).click()
    const order = await attributes(rows, 'data-severity')
    assert.deepEqual(order, ['error', 'warning', 'warning', 'warning', 'notice'])
    await step(page, 'Integration Issues of the port is failing')
      .getByRole('link', { name: 'Fix' })
      .click()
    await page.waitForURL(`**/integrations/${id}`)
  })

  it('adds a task by one key, in the list where it then stands', async () => {
    const page = await open(scene, '/')
    await page.getByRole('button', { name: 'New task' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Task title' }).fill('Typed from Home')
    await page.keyboard.press('Enter')
    const made = page.getByRole('link', { name: 'Typed from Home' })
    await made.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Task title' }).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('new'), null)
  })
})
