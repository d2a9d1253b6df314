// Agents ask and people answer: in the inbox, by keys, by the first person; and the runs on the page of their task.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Question, Run, Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { claimFrom, type ScriptedRun } from '../harness/agents/scripted-agent.ts'
import { visit } from '../harness/browser.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

const AGENT = 'docs-agent'
const ACCOUNTS = {
  kind: 'choice',
  prompt: 'Which account should receive the refund?',
  context: 'The first one is **closed**.',
  options: [{ value: 'a', label: 'Commerzbank' }, { value: 'b', label: 'ING' }, { value: 'c' }],
  expires_in_seconds: 3600,
  on_timeout: { action: 'release' },
}
const ADDRESS = {
  kind: 'input',
  prompt: 'Where does it go?',
  schema: {
    type: 'object',
    properties: {
      city: { type: 'string', title: 'City' },
      floor: { type: 'integer', title: 'Floor' },
      lift: { type: 'boolean', title: 'Lift' },
    },
    required: ['city'],
  },
}

const send = (page: Page) => page.getByRole('button', { name: 'Send answer' })
const pane = (page: Page) => page.getByRole('region', { name: 'Question', exact: true })

describe('the inbox', () => {
  const scene = useScene(async (stage) => {
    await stage.api('POST', '/agents', { name: AGENT, queues: ['refunds'], max_attempts: 2 })
  })

  /** A task of its own that the agent has claimed. */
  async function claim(title: string): Promise<ScriptedRun> {
    await scene.stage.api('POST', '/tasks', { title, queue: 'refunds' })
    return claimFrom(scene.stage, AGENT, 'refunds')
  }
  const read = (question: Question) => scene.stage.api<Question>('GET', `/questions/${question.id}`)
  const answer = (question: Question, given: unknown) =>
    scene.stage.api('POST', `/questions/${question.id}/answer`, { answer: given })

  it('is empty until an agent asks, and then shows the question at once', async () => {
    const page = await open(scene, '/inbox')
    await page.getByRole('heading', { name: 'Your inbox is empty' }).waitFor()
    const run = await claim('Refund invoice 55-1182')
    await run.heartbeat({
      plan: [
        { title: 'Read it', state: 'done' },
        { title: 'Pay', state: 'working' },
      ],
    })
    const question = await run.ask(ACCOUNTS)
    await pane(page).getByRole('heading', { name: ACCOUNTS.prompt }).waitFor()
    await pane(page).locator('strong', { hasText: 'closed' }).waitFor()
    await pane(page).getByText('Parked at step 2 of 2').waitFor()
    await pane(page)
      .getByText(/^If unanswered by/)
      .waitFor()
    await pane(page).getByText('The task returns to refunds').waitFor()

    await page.keyboard.press('2')
    assert.equal(await page.getByRole('radio', { name: /ING/ }).isChecked(), true)
    await page.getByLabel('Note for docs-agent').fill('Mention the credit note.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Answer sent to docs-agent.').waitFor()
    await pane(page).getByText('You answered').waitFor()
    const { state, answer: given, note } = await read(question)
    assert.deepEqual([state, given, note], ['answered', 'b', 'Mention the credit note.'])

    const { state: resumed, answers } = await run.heartbeat({ acknowledge: [question.id] })
    assert.deepEqual([resumed, answers.length], ['working', 0])
    await run.complete({ account: 'b' })
    await page.keyboard.press('o')
    await page.getByRole('heading', { level: 1, name: `T-${run.task.number}` }).waitFor()
    const main = page.getByRole('main')
    await main.getByText('Mention the credit note.').waitFor()
    await main.getByRole('link', { name: 'Open in inbox' }).waitFor()
    await page.getByRole('tab', { name: 'Runs' }).click()
    await main.getByText('Attempt 1').waitFor()
    await main.getByText('Completed').last().waitFor()
  })

  it('fills in a form made from the schema, and says what is missing', async () => {
    const question = await (await claim('Ship order 7')).ask(ADDRESS)
    const page = await open(scene, `/inbox?question=${question.id}`)
    await send(page).click()
    await page.getByText('Fill in the required field.').waitFor()
    await page.getByLabel('City').fill('Kiel')
    await page.getByLabel('Floor').fill('three')
    await send(page).click()
    await page.getByText('Enter a number.').waitFor()
    await page.getByLabel('Floor').fill('3')
    await send(page).click()
    await pane(page).getByText('You answered').waitFor()
    assert.deepEqual((await read(question)).answer, { city: 'Kiel', floor: 3 })
  })

  it('says who answered first, and keeps what was typed', async () => {
    const question = await (await claim('Gate code')).ask({ kind: 'input', prompt: 'Gate code?' })
    const page = await open(scene, `/inbox?question=${question.id}`)
    await page.getByLabel('Answer', { exact: true }).fill('It is 4711')
    await answer(question, '0815')
    await pane(page).getByText('API answered').waitFor()
    await pane(page).getByText('0815').waitFor()
    await pane(page).getByText('Your answer wasn’t sent').waitFor()
    await pane(page).getByText('It is 4711').waitFor()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await pane(page).getByText('Your answer wasn’t sent').waitFor({ state: 'detached' })
  })

  it('creates a link that is shown once', async () => {
    const run = await claim('Final list')
    const question = await run.ask({ kind: 'confirmation', prompt: 'Is it final?' })
    const page = await open(scene, `/inbox?question=${question.id}`)
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByText('One-time link created').waitFor()
    const url = await page.locator('code', { hasText: '/answer/' }).textContent()
    assert.match(url ?? '', /^https?:\/\/.+\/answer\/\S+$/)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByText('One-time link created').waitFor({ state: 'detached' })
    await page.keyboard.press('1')
    await page.keyboard.press('ControlOrMeta+Enter')
    await pane(page).getByText('You answered').waitFor()
    assert.equal((await read(question)).answer, true)
  })

  it('moves by j and k, and filters', async () => {
    const first = await (await claim('Older')).ask({ kind: 'input', prompt: 'The older one?' })
    const second = await (await claim('Newer')).ask({ kind: 'input', prompt: 'The newer one?' })
    const page = await open(scene, '/inbox?show=questions')
    await page.getByRole('link', { name: /The newer one/ }).click()
    await pane(page).getByRole('heading', { name: second.prompt }).waitFor()
    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: first.prompt }).waitFor()
    await page.keyboard.press('k')
    await pane(page).getByRole('heading', { name: second.prompt }).waitFor()
    await page.getByRole('button', { name: 'Inbox menu' }).click()
    await page.getByRole('menuitem', { name: 'All questions and approvals' }).click()
    await page.getByText('Closed', { exact: true }).first().click()
    await page.getByRole('link', { name: /Which account should receive/ }).click()
    await pane(page).getByText('You answered').waitFor()
    for (const one of [first, second]) await answer(one, 'yes')
  })

  it('shows a question in a sheet on a phone', async () => {
    const question = await (await claim('On the road')).ask(ACCOUNTS)
    const phone = await visit(scene.browser, scene.stage, { scheme: 'light', width: 360 })
    await phone.page.goto(`${scene.stage.url}/inbox`)
    await phone.page
      .getByRole('link', { name: /Which account/ })
      .first()
      .tap()
    const sheet = phone.page.getByRole('dialog')
    await sheet.getByText('ING').tap()
    await sheet.getByRole('button', { name: 'Send answer' }).tap()
    await sheet.getByText('You answered').waitFor()
    assert.equal((await read(question)).answer, 'b')
    assert.deepEqual(phone.faults, [])
    await phone.context.close()
  })
})

describe('runs on the page of a task', () => {
  const scene = useScene(async (stage) => {
    await stage.api('POST', '/agents', { name: AGENT, queues: ['customs'], max_attempts: 2 })
  })
  const add = (title: string) =>
    scene.stage.api<Task>('POST', '/tasks', { title, queue: 'customs' })
  const show = async ({ number }: { number: number }) => {
    const page = await open(scene, `/tasks/T-${number}`)
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    return page
  }

  it('shows plan and progress, and stops the agent', async () => {
    await add('Correct the declaration')
    const run = await claimFrom(scene.stage, AGENT, 'customs')
    const page = await show(run.task)
    const card = page.getByRole('article')
    await card.getByText('Working').waitFor()
    await run.heartbeat({
      plan: [{ title: 'Read the packing list', state: 'done', note: '1,266 kg' }],
      progress: { message: 'Comparing line by line', percent: 40 },
    })
    await card.getByText('Comparing line by line').waitFor()
    await card.getByText('1,266 kg').waitFor()
    await card.getByRole('button', { name: /^Stop/ }).click()
    await card.getByRole('button', { name: 'Stopping…' }).waitFor()
    // The button changes with the click, the text once the request is stored.
    await card.getByText(/^Stop requested/).waitFor()
    assert.equal((await run.heartbeat()).cancel_requested, true)
    await run.release('Line 3 is still open.')
    await card.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Runs' }).click()
    await page.getByRole('main').getByText('Line 3 is still open.').waitFor()
    await page.getByRole('main').getByText('Canceled').waitFor()
  })

  it('leads from a parked run to its question', async () => {
    await add('Choose a broker')
    const run = await claimFrom(scene.stage, AGENT, 'customs')
    await run.ask({ kind: 'confirmation', prompt: 'Use the new broker?' })
    const page = await show(run.task)
    await page.getByRole('link', { name: /Answer in the inbox/ }).click()
    await pane(page).getByRole('heading', { name: 'Use the new broker?' }).waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('ControlOrMeta+Enter')
    await pane(page).getByText('You answered').waitFor()
  })

  it('lists every attempt with its error, and home says after how many the task failed', async () => {
    await add('Read the bank file')
    for (const error of ['Timeout after 30 s', 'Line 214 has 11 columns']) {
      await (await claimFrom(scene.stage, AGENT, 'customs')).fail(error)
    }
    const { data } = await scene.stage.api<{ data: Run[] }>('GET', '/runs?state=failed')
    assert.equal(data.length, 2)
    const page = await open(scene, '/')
    await page.getByText('Failed after 2 attempts').waitFor()
    await page.getByRole('link', { name: /Read the bank file/ }).click()
    await page.getByRole('tab', { name: 'Runs' }).click()
    const main = page.getByRole('main')
    await main.getByText('Attempt 2').waitFor()
    await main.getByText('Line 214 has 11 columns').waitFor()
    await main.getByText('Timeout after 30 s').waitFor()
  })

  it('is taken by a person, and given back by undo', async () => {
    const blocker = await add('Comes first')
    const task = await scene.stage.api<Task>('POST', '/tasks', {
      title: 'Comes second',
      queue: 'customs',
      blocked_by: [blocker.id],
      fairness_key: 'bluefin',
    })
    const read = async () => {
      const now = await scene.stage.api<Task>('GET', `/tasks/${task.id}`)
      return [now.status, now.assignee]
    }
    const page = await show(task)
    await page.getByRole('link', { name: /Comes first/ }).waitFor()
    await page.getByRole('tab', { name: 'Source record' }).click()
    await page.getByText('bluefin').waitFor()
    await page.getByRole('button', { name: 'Take' }).click()
    await page.getByText(`T-${task.number} taken.`).waitFor()
    assert.deepEqual(await read(), ['in_progress', 'admin'])
    await page.getByRole('button', { name: 'Take' }).waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await becomes('the task is given back', read, ['ready', null])
  })
})
