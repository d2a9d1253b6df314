// The page of a task: every property by keyboard, its queue and agent during a run, a checklist for two, mentions, and a phone.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { claimFrom } from '../harness/agents/scripted-agent.ts'
import { visit } from '../harness/browser.ts'
import { pick } from '../harness/pick.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

const value = (page: Page, property: string) => page.locator(`[data-property="${property}"]`)

describe('the page of a task', () => {
  let task: Task
  const scene = useScene(async (stage) => {
    for (const name of ['docs-agent', 'trace-agent']) {
      await stage.api('POST', '/agents', { name, queues: ['customs', 'yard'] })
    }
    for (const queue of ['customs', 'yard']) {
      await stage.api('POST', '/tasks', { title: `One of ${queue}`, queue, status: 'triage' })
    }
    task = await stage.api<Task>('POST', '/tasks', { title: 'Customs hold', queue: 'customs' })
  })

  const read = () => scene.stage.api<Task>('GET', `/tasks/${task.id}`)
  const detail = async (): Promise<Page> => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.getByRole('tab', { name: /^Activity/ }).waitFor()
    return page
  }

  it('changes every property by keyboard, and undoes it', async () => {
    const page = await detail()
    await pick(page, 's', 'Triage')
    await page.getByText('moved to Triage.').waitFor()
    await pick(page, 'p', 'High')
    await page.getByText('set to High.').waitFor()
    await page.keyboard.press('1')
    await page.getByText('set to Urgent.').waitFor()
    await pick(page, 'a', 'admin')
    await page.getByText('assigned to admin.').waitFor()
    await pick(page, 'Shift+A', 'docs-agent')
    await page.getByText('delegated to docs-agent.').waitFor()
    await pick(page, 'l', 'hold')
    await page.keyboard.press('Escape')
    await pick(page, 'Shift+D', 'Tomorrow')
    await pick(page, 'q', 'yard')
    await page.getByText('moved to queue yard.').waitFor()
    const { status, priority, assignee, delegate, queue, labels, due_at: due } = await read()
    assert.deepEqual(
      { status, priority, assignee, delegate, queue, labels, isDue: due !== null },
      {
        status: 'triage',
        priority: 'urgent',
        assignee: 'admin',
        delegate: 'docs-agent',
        queue: 'yard',
        labels: ['hold'],
        isDue: true,
      },
    )
    await page.keyboard.press('z')
    await page.getByText('Undone.').waitFor()
    assert.equal((await read()).queue, 'customs')
    // What is typed in a field or an open picker is no shortcut.
    await page.keyboard.press('m')
    await page.keyboard.type('d1sq')
    assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'd1sq')
    await page.getByRole('textbox', { name: 'Comment' }).fill('')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Description' }).fill('The truck leaves at 12:30.')
    await page.keyboard.press('Escape')
    await page.getByText('Changes to the description discarded.').waitFor()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Description' }).fill('The truck leaves at 12:45.')
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByText(`Description of T-${task.number} saved.`).waitFor()
    assert.equal((await read()).description, 'The truck leaves at 12:45.')
    // The next step: out of triage a task is started, not completed.
    await page.keyboard.press('d')
    await page.getByText(`T-${task.number} is in progress.`).waitFor()
    assert.equal((await read()).status, 'in_progress')
    await page.keyboard.press('d')
    await page.getByText(`T-${task.number} completed.`).waitFor()
    assert.equal((await read()).status, 'completed')
  })

  it('changes queue and agent during a run, which continues', async () => {
    const { stage } = scene
    await stage.api('POST', `/tasks/${task.id}/transitions`, { to: 'ready' })
    await stage.api('PATCH', `/tasks/${task.id}`, { delegate: null })
    const page = await detail()
    await page.keyboard.press('e')
    const text = page.getByRole('textbox', { name: 'Description' })
    await text.fill('Typed when the run started.')
    const run = await claimFrom(stage, 'docs-agent', 'customs')
    await run.heartbeat({ plan: [{ title: 'Read the packing list', state: 'working' }] })
    const card = page.getByRole('article')
    await card.getByText('Step 1 of 1').waitFor()
    assert.equal(await text.inputValue({ timeout: 1_000 }), 'Typed when the run started.')
    await text.press('Escape')
    await page.keyboard.press('q')
    await page.getByText('The run of docs-agent continues.', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    await pick(page, 'q', 'yard')
    await page.getByText('moved to queue yard.').waitFor()
    await pick(page, 'Shift+A', 'trace-agent')
    await page.getByText('delegated to trace-agent.').waitFor()
    assert.deepEqual((await run.heartbeat()).source_changed, { fields: ['delegate', 'queue'] })
    await card.getByRole('button', { name: /^Stop/ }).click()
    await card.getByText('is stopping').waitFor()
    assert.equal((await run.heartbeat()).cancel_requested, true)
    await run.release('Two lines are open.')
    await card.waitFor({ state: 'detached' })
    const { queue, delegate, status } = await read()
    assert.deepEqual([queue, delegate, status], ['yard', 'trace-agent', 'in_progress'])
    assert.equal((await value(page, 'delegate').innerText()).trim().startsWith('Agent'), true)
  })

  it('has its most important properties as chips on a phone, and all in a sheet', async () => {
    const phone = await visit(scene.browser, scene.stage, { scheme: 'light', width: 360 })
    const { page } = phone
    await page.goto(`${scene.stage.url}/tasks/T-${task.number}`)
    await value(page, 'priority').tap()
    await page.getByRole('option', { name: 'Low' }).tap()
    await becomes('it is low', async () => (await read()).priority, 'low')
    await page.getByRole('button', { name: 'All properties' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Properties' })
    await sheet.locator('[data-property="labels"]').tap()
    await page.getByRole('option', { name: 'hold' }).tap()
    await becomes('it has none', async () => (await read()).labels, [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
    await phone.context.close()
    assert.deepEqual(phone.faults, [])
  })
})
