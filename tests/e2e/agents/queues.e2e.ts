// Queues: what is ready in them, a day of throughput by keyboard, and rules that are changed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { QueueState } from '@task-service/contract'
import { addPastRuns } from '../harness/agents/past-runs.ts'
import { open, useScene } from '../harness/scene.ts'

describe('queues', () => {
  const scene = useScene()
  const row = () => scene.page.getByRole('button', { name: /^customs/ })

  it('says what a queue is while there is none', async () => {
    const page = await open(scene, '/queues')
    await page.getByText('No queues yet').waitFor()
  })

  it('shows a queue as soon as a task is ready', async () => {
    await scene.stage.api('POST', '/tasks', { title: 'Correct the form', queue: 'customs' })
    await row().waitFor()
    assert.match(await row().innerText(), /No agents/)
    await row().click()
    await scene.page.getByText('No tasks were claimed in the last 24 full hours.').waitFor()
    await scene.page.getByText('No claims in the last 24 full hours.').waitFor()
  })

  it('shows the last 24 full hours, and each of them by arrow keys', async () => {
    await addPastRuns(scene.stage, 'customs', 6)
    const page = await open(scene, '/queues?queue=customs')
    const chart = page.getByRole('slider', { name: 'Throughput by hour' })
    await chart.focus()
    await page.keyboard.press('Home')
    const first = await chart.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowRight')
    const second = await chart.getAttribute('aria-valuetext')
    assert.match(first ?? '', /: \d+ claimed, \d+ completed, \d+ expired$/)
    assert.notEqual(first, second)
    assert.equal(await page.getByRole('table').getByRole('row').count(), 25)
    await page.getByText('95th percentile').waitFor()
  })

  it('changes the rules, and says how far over its target a queue is', async () => {
    const page = await open(scene, '/queues?queue=customs')
    await page.getByRole('button', { name: 'Edit the rules of customs' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Priority aging (min)').fill('')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await dialog.getByLabel('Priority aging (min)').fill('5')
    await dialog.getByLabel('Target (min)').fill('0.02')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('customs updated.').waitFor()
    const state = await scene.stage.api<QueueState>('GET', '/queues/customs')
    assert.deepEqual([state.aging_seconds, state.target_seconds], [300, 1])
    await page.getByText(/^customs is .+ over its target\.$/).waitFor()
    await page.getByText('becomes ready more than 5 min later', { exact: false }).waitFor()
  })
})
