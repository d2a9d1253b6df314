// An agent from its first form to its end: the token once, a run that is stopped, paused and resumed, edited, gone.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Agent, Run } from '@task-service/contract'
import { claimFrom } from '../harness/agents/scripted-agent.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

describe('agents', () => {
  const scene = useScene()
  let token = ''

  const agent = () => scene.stage.api<Agent>('GET', '/agents/docs-agent')
  const detail = () => open(scene, '/agents/docs-agent')

  it('leads from nothing to a first one, and says which names are invalid', async () => {
    const page = await open(scene, '/agents')
    await page.getByText('No agents yet').waitFor()
    await page.getByRole('button', { name: 'New agent' }).last().click()
    const panel = page.getByRole('complementary')
    const name = panel.getByRole('textbox', { name: /^Name/ })
    await name.fill('Docs Agent')
    await panel.getByRole('button', { name: 'Create agent' }).click()
    await becomes('the field is marked', () => name.getAttribute('aria-invalid'), 'true')
    await name.fill('docs-agent')
    await panel.getByRole('textbox', { name: 'Description' }).fill('Corrects documents')
    await panel.getByLabel('Runs at the same time').fill('2')
    await panel.getByRole('group', { name: 'Budget per day' }).getByLabel('Requests').fill('500')
    await panel.getByLabel('Reads beyond its task').check()
    await panel.getByText('All three apply').waitFor()
    await panel.getByLabel('Writes to external systems').uncheck()
    await panel.getByRole('button', { name: 'Create agent' }).click()
    await page.getByText('Create a token for docs-agent').waitFor()
    const made = await agent()
    assert.deepEqual(
      [made.concurrency, made.day_budget.calls, made.reads_beyond_claim, made.writes_outward],
      [2, 500, true, false],
    )
  })

  it('shows its token once, and the token works', async () => {
    const { page } = scene
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    token = await dialog.locator('code', { hasText: /^agt_/ }).innerText()
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Never used').waitFor()
    assert.ok(!(await page.content()).includes(token))
    const { service } = scene.stage
    const answer = await fetch(`${service.url}/agent/tasks/claim`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(answer.status, 200, await answer.text())
  })

  it('shows what it works on, and stops it', async () => {
    await scene.stage.api('POST', '/tasks', { title: 'Correct the form of QF-1', queue: 'default' })
    const held = await claimFrom(scene.stage, 'docs-agent', 'default')
    await held.heartbeat({
      plan: [
        { title: 'Read the form', state: 'done', note: 'Line 2 lacks a code' },
        { title: 'Find the code', state: 'working' },
      ],
      progress: { message: 'Searching the tariff', percent: 40 },
    })
    const page = await detail()
    const working = page.getByRole('region', { name: 'Working' })
    await working.getByText('Searching the tariff').waitFor()
    await working.getByText('Line 2 lacks a code').waitFor()
    await working.getByRole('link', { name: /Correct the form of QF-1/ }).waitFor()
    await working.getByRole('button', { name: /^Stop the run on T-\d+$/ }).click()
    await working.getByRole('button', { name: 'Stopping…' }).waitFor()
    await becomes('it is asked', async () => (await held.heartbeat()).cancel_requested, true)
    await held.release('Stopped when asked')
    await working.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Canceled/ }).waitFor()
    const { data } = await scene.stage.api<{ data: Run[] }>('GET', '/runs?agent=docs-agent')
    assert.deepEqual(
      data.map(({ state }) => state),
      ['canceled'],
    )
  })

  it('pauses at once without asking, and resumes', async () => {
    const page = await open(scene, '/agents')
    await page.getByRole('button', { name: 'Pause docs-agent' }).click()
    await page.getByText('docs-agent paused.').waitFor()
    assert.equal((await agent()).state, 'paused')
    await page.getByRole('button', { name: 'Resume docs-agent' }).click()
    await page.getByText('docs-agent resumed.').waitFor()
    assert.equal((await agent()).state, 'active')
    await detail()
    await page.getByRole('heading', { name: 'Tokens' }).waitFor()
    await page.keyboard.press('p')
    await page.getByText('requests of its runs are rejected', { exact: false }).waitFor()
    await page.keyboard.press('p')
    await becomes('it is active', async () => (await agent()).state, 'active')
  })

  it('shows changes by others', async () => {
    const page = await open(scene, '/agents')
    await page.getByText('Corrects documents').waitFor()
    await scene.stage.api('PATCH', '/agents/docs-agent', { description: 'Corrects forms' })
    await page.getByText('Corrects forms').waitFor()
  })

  it('is edited by e, and reports a change by someone else', async () => {
    const page = await detail()
    await page.getByRole('heading', { name: 'Tokens' }).waitFor()
    await page.keyboard.press('e')
    const panel = page.getByRole('complementary')
    await panel.getByLabel('Runs at the same time').fill('')
    await panel.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Agent updated.').waitFor()
    assert.equal((await agent()).concurrency, null)
  })

  it('revokes the token', async () => {
    const page = await detail()
    await page.getByRole('button', { name: /^Revoke token/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Without a token the agent can’t claim tasks.').waitFor()
    const { data } = await scene.stage.api<{ data: unknown[] }>('GET', '/agents/docs-agent/tokens')
    assert.deepEqual(data, [])
  })

  it('is deleted once its name was typed', async () => {
    const page = await detail()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete agent' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Delete agent' })
    assert.equal(await submit.isDisabled(), true)
    await dialog.getByRole('textbox').fill('docs-agent')
    await submit.click()
    await page.getByText('docs-agent deleted.').waitFor()
    await page.getByText('No agents yet').waitFor()
    await detail()
    await page.getByText('Agent not found').waitFor()
  })
})
