// What agents write to a tracker waits for a person: approved as shown, edited, rejected, and shown again if it has changed.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Approval } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { until } from '../../operate/until.ts'
import { connectTracker, type GatedTracker } from '../harness/agents/gated-tracker.ts'
import { visit } from '../harness/browser.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

const AGENT = 'weight-agent'
const LONG_MS = 60_000

const decision = (page: Page) => page.getByRole('region', { name: 'Decision' })
const approveButton = (page: Page) => decision(page).getByRole('button', { name: /^Approve/ })
const list = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true })

describe('an approval', () => {
  const scene = useScene()
  let tracker: GatedTracker
  before(async () => {
    tracker = await connectTracker(scene.stage, AGENT)
  })

  const read = ({ id }: Approval) => scene.stage.api<Approval>('GET', `/approvals/${id}`)
  const send = ({ id }: Approval, act: string, body: object) =>
    scene.stage.api('POST', `/approvals/${id}/${act}`, body)
  const issueOf = (number: number) =>
    tracker.controls.readAll().issues.find((one) => one.number === number)
  const commentsOf = (number: number) =>
    tracker.controls
      .readAll()
      .comments.filter((one) => one.number === number)
      // Without the mark by which the sender finds its own comments again.
      .map(({ body }) => body.replace(/\n\n<!-- task-service:\w+ -->$/, ''))
  const show = async ({ id }: Approval) => {
    const page = await open(scene, `/inbox/approvals/${id}`)
    await page.getByRole('heading', { name: /requests approval/ }).waitFor()
    return page
  }

  it('is in the inbox, shows every change, and is approved once the last one was on screen', async () => {
    const comment = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} is right.`).join('\n')
    const { approval, issue, item } = await tracker.request({ title: 'Weight differs', comment })
    const page = await open(scene, '/')
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByText('1 unread item').waitFor({ state: 'attached' })
    await main.getByRole('link', { name: /^Inbox/ }).click()
    const pane = page.getByRole('region', { name: 'Approval', exact: true })
    await pane.getByRole('heading', { name: '2 changes in GitHub' }).waitFor()
    await pane.getByRole('link', { name: 'Review 2 changes' }).click()
    await page.getByRole('heading', { name: `${AGENT} requests approval for 2 changes` }).waitFor()

    await list(page).getByText(`Update ${item} in GitHub`).waitFor()
    await list(page).getByText(`Add a comment to ${item} in GitHub`).waitFor()
    await page.getByText('GitHub requires approval for what agents write.').waitFor()
    await page.getByText(/reads untrusted text, reads data beyond its task/).waitFor()
    await page.getByText('Imported from GitHub').waitFor()
    await page.getByRole('button', { name: 'Copy hash' }).click()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), approval.hash)

    assert.equal(await approveButton(page).isDisabled(), true, 'the last change was not on screen')
    await page.keyboard.press('a')
    await becomes('it can be approved', () => approveButton(page).isDisabled(), false)
    assert.equal((await read(approval)).state, 'open', 'the first press only scrolls')
    await page.keyboard.press('a')
    await page.getByText('You approved the changes').waitFor()
    await page.getByText('Confirmed by the external system').waitFor({ timeout: LONG_MS })
    await becomes('the issue is closed', () => issueOf(issue)?.state, 'closed', LONG_MS)
    await becomes('the comment is there', () => commentsOf(issue), [comment], LONG_MS)
    await becomes('it is spent', async () => (await read(approval)).state, 'spent', LONG_MS)
    assert.deepEqual(tracker.controls.takeViolations(), [])
  })

  it('is rejected with a reason, which the agent gets', async () => {
    const { approval, run, issue } = await tracker.request({ title: 'Wrong weight' })
    const page = await show(approval)
    await page.keyboard.press('r')
    const reason = page.getByLabel('Reason for weight-agent')
    await page.locator('textarea:focus').and(reason).waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Enter a reason.').waitFor()
    await page.keyboard.type('The ticket is of another truck.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('You rejected the changes').waitFor()
    await page.getByText('The agent gets the reason with its next heartbeat.').waitFor()
    const { state, rejections } = await run.heartbeat()
    assert.deepEqual([state, rejections[0]?.reason], ['working', 'The ticket is of another truck.'])
    await run.heartbeat({ acknowledge: [approval.id] })
    await page.reload()
    await page.getByText('The agent has received the reason.').waitFor()
    assert.equal(issueOf(issue)?.state, 'open')
  })

  it('sends the texts as a person has edited them', async () => {
    const { approval, issue } = await tracker.request({
      title: 'Better words',
      comment: 'done',
      result: 'Weight is 1266',
    })
    const page = await show(approval)
    await page.keyboard.press('e')
    await page.getByLabel('Comment of change 2').fill('The weight is 1,266 kg.')
    await page.getByLabel('Result of the task').last().fill('1,266 kg')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('You approved the changes').waitFor()
    assert.equal((await read(approval)).result, '1,266 kg')
    const wanted = ['The weight is 1,266 kg.']
    await becomes('the comment is there', () => commentsOf(issue), wanted, LONG_MS)
  })

  it('is not approved if the changes are others by then, and keeps what was typed', async () => {
    const { approval } = await tracker.request({ title: 'Changes under the hand', comment: 'One' })
    const page = await show(approval)
    await page.keyboard.press('r')
    await page.keyboard.type('Not sure yet')
    await page.keyboard.press('Escape')
    await becomes('it can be approved', () => approveButton(page).isDisabled(), false)
    const id = approval.effects.find(({ comment }) => comment)?.comment?.id
    const answered = page.waitForResponse((response) => response.url().endsWith('/approve'))
    await send(approval, 'edit', { comments: [{ id, body: 'Two' }] })
    await page.keyboard.press('a')
    assert.equal((await answered).status(), 409)
    await page.getByText('The text of a comment changed.').waitFor()
    await list(page).getByText('Changed', { exact: true }).waitFor()
    await decision(page).getByText('The changes are new.').waitFor()
    assert.equal(await approveButton(page).isDisabled(), true)
    await page.keyboard.press('r')
    assert.equal(await page.getByLabel('Reason for weight-agent').inputValue(), 'Not sure yet')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await becomes('it can be approved', () => approveButton(page).isDisabled(), false)
    await approveButton(page).click()
    await page.getByText('You approved the changes').waitFor()
  })

  it('names the item that changed at its source', async () => {
    const { approval, issue, item } = await tracker.request({ title: 'Moves on' })
    const page = await show(approval)
    tracker.controls.editIssue({ number: issue, title: 'Moved on' })
    await tracker.sync()
    await page.getByRole('link', { name: /Moved on/ }).waitFor({ timeout: LONG_MS })
    // No one has decided yet.
    await page.getByText(`GitHub ${item} changed.`).waitFor({ timeout: LONG_MS })
    await decision(page).getByText('The changes are new.').waitFor()
    assert.equal(await approveButton(page).isDisabled(), true)
    assert.equal((await read(approval)).state, 'open')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await becomes('it can be approved', () => approveButton(page).isDisabled(), false)
  })

  it('says who decided first, and keeps what was typed', async () => {
    const { approval } = await tracker.request({ title: 'Two at once' })
    const page = await show(approval)
    await page.keyboard.press('r')
    await page.keyboard.type('I would rather not')
    await send(approval, 'reject', { reason: 'Faster' })
    await page.getByText('API rejected the changes').waitFor()
    await page.getByText('Your text wasn’t sent').waitFor()
    await page.getByText('I would rather not').waitFor()
    await page.getByRole('button', { name: 'Discard text' }).click()
    await page.getByText('Your text wasn’t sent').waitFor({ state: 'detached' })
  })

  it('is withdrawn when its run ends', async () => {
    const { approval, run } = await tracker.request({ title: 'Stopped' })
    const page = await show(approval)
    await scene.stage.api('POST', `/runs/${run.run.id}/cancel`, { force: true })
    await page.getByText('Withdrawn').first().waitFor()
    assert.equal(await decision(page).count(), 0)
  })

  it('is linked from its task, its run and its link, and from one to the next', async () => {
    const one = await tracker.request({ title: 'First of two' })
    const two = await tracker.request({ title: 'Second of two' })
    const page = await open(scene, `/tasks/T-${one.run.task.number}`)
    await page.getByRole('tab', { name: 'Links' }).click()
    await page.getByRole('tabpanel').getByText('Waiting for approval').waitFor()
    await page
      .getByRole('article')
      .getByRole('link', { name: /Waiting for approval/ })
      .click()
    await page.getByRole('link', { name: /First of two/ }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('link', { name: /Second of two/ }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('link', { name: /First of two/ }).waitFor()
    for (const { approval } of [one, two]) await send(approval, 'reject', { reason: 'Enough' })
  })

  it('fits a phone', async () => {
    const { approval, item } = await tracker.request({ title: 'On the road', comment: 'Short' })
    const phone = await visit(scene.browser, scene.stage, { scheme: 'light', width: 360 })
    await phone.page.goto(`${scene.stage.url}/inbox`)
    await phone.page
      .getByRole('link', { name: /2 changes in GitHub/ })
      .first()
      .tap()
    await phone.page.getByRole('dialog').getByRole('link', { name: 'Review 2 changes' }).tap()
    await phone.page.getByText(`Update ${item} in GitHub`).waitFor()
    const showLast = phone.page.getByRole('button', { name: 'Show last change' })
    // What is loaded later can move the end of the changes off screen again.
    const isDisabled = async () => {
      if (await showLast.isVisible()) await showLast.tap({ timeout: 1_000 }).catch(() => undefined)
      return approveButton(phone.page).isDisabled()
    }
    await becomes('it can be approved', isDisabled, false)
    await approveButton(phone.page).tap()
    await phone.page.getByText('You approved the changes').waitFor()
    assert.match((await read(approval)).state, /approved|spent/)
    assert.deepEqual(phone.faults, [])
    await phone.context.close()
  })

  it('shows in the audit log what became of the effects of an agent', async () => {
    const page = await open(scene, `/agents/${AGENT}`)
    await page.getByText('Write to external systems, with approval').waitFor()
    await page.getByRole('link', { name: 'Audit log of its external changes' }).click()
    await page
      .getByRole('button', { name: /approval\.confirmed/ })
      .first()
      .waitFor()
    const entries = page.getByRole('main').getByRole('button', { name: /task\.|run\./ })
    await becomes('nothing else is listed', () => entries.count(), 0)
    assert.equal(new URL(page.url()).searchParams.get('effects_of'), AGENT)
  })

  it('is required as the integration says', async () => {
    const { id } = tracker.integration
    const page = await open(scene, `/integrations/${id}?tab=settings`)
    assert.equal(await page.getByRole('radio', { name: 'Require approval' }).isChecked(), true)
    await page.getByRole('radio', { name: 'Forbid' }).check()
    await page.getByRole('button', { name: 'Save policy' }).click()
    await page.getByText('Policy saved.').waitFor()
    const policy = async () =>
      (await scene.stage.api<{ agent_writes: string }>('GET', `/integrations/${id}`)).agent_writes
    await until('it is saved', async () => (await policy()) === 'forbid')
  })
})
