// A real Redmine, from its first connection to its removal: tested step by step, read with progress, settled there,
// mapped, decided about, paused.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Integration, Task } from '@task-service/contract'
import {
  keys,
  project,
  type RedmineServer,
  startRedmine,
} from '../../integrations/redmine/testing/redmine-server.ts'
import { until } from '../operate/until.ts'
import { becomes, open, useScene } from './harness/scene.ts'

const LONG_MS = 120_000
const TITLE = 'The crane at dock 4 stands still'

describe('integrations', () => {
  const scene = useScene()
  let redmine: RedmineServer
  let integration: Integration
  let issue: { id: string }

  before(async () => {
    redmine = await startRedmine()
    await redmine.fill(120)
    issue = await redmine.alice.create({ title: TITLE, description: 'Since *this morning*.' })
  })
  after(() => redmine?.stop())

  const read = () => scene.stage.api<Integration>('GET', `/integrations/${integration.id}`)
  const findTask = async (): Promise<Task | undefined> => {
    const { data } = await scene.stage.api<{ data: Task[] }>('GET', '/tasks?q=crane')
    return data[0]
  }
  const getTask = () => until('the issue is a task', findTask, LONG_MS)
  const syncNow = async () => {
    await scene.stage.api('POST', `/integrations/${integration.id}/sync`, {})
  }

  it('leads from nothing to a form that the provider describes', async () => {
    const page = await open(scene, '/integrations')
    await page.getByText('No integrations yet').waitFor()
    await page.getByRole('button', { name: 'Connect' }).last().click()
    await page.getByRole('button', { name: /^Redmine/ }).click()
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(redmine.url)
    await page.getByRole('textbox', { name: 'Project' }).fill(project)
  })

  it('says at which step a connection fails, and what to do', async () => {
    const { page } = scene
    await page
      .getByLabel(/^API access key/)
      .first()
      .fill('f'.repeat(40))
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Connection failed').waitFor()
    await page.getByText(/^Authenticate\s+failed/).waitFor()
    assert.equal((await scene.stage.api<{ data: [] }>('GET', '/integrations')).data.length, 0)
  })

  it('connects once it works, and shows how the first read goes', async () => {
    const { page } = scene
    await page
      .getByLabel(/^API access key/)
      .first()
      .fill(keys.syncbot)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Connection successful').waitFor()
    await page
      .getByRole('complementary')
      .getByRole('button', { name: 'Connect', exact: true })
      .click()
    await page.getByText('Initial sync started').waitFor()
    const { data } = await scene.stage.api<{ data: Integration[] }>('GET', '/integrations')
    integration = data[0] as Integration // the one just connected
    await page.getByText(/^121 read, 121 created/).waitFor({ timeout: LONG_MS })
    assert.equal((await read()).last_result?.read, 121)
    assert.doesNotMatch(await page.content(), new RegExp(keys.syncbot))
  })

  it('settles a task with the tracker’s own record showing it', async () => {
    const task = await getTask()
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.getByRole('button', { name: /^Complete/ }).click()
    await until(
      'Redmine has it closed',
      async () => {
        const found = await redmine.alice.issue(issue)
        return found !== 'gone' && found.status.is_closed
      },
      LONG_MS,
    )
    await becomes(
      'the task is settled',
      async () => (await scene.stage.api<Task>('GET', `/tasks/${task.id}`)).settled_at !== null,
      true,
      LONG_MS,
    )
    await page.getByRole('tab', { name: 'Links' }).click()
    await page.getByText('in sync').waitFor()
    await page.getByRole('button', { name: 'Show sync history' }).click()
    await page
      .getByText(/^Pushed/)
      .first()
      .waitFor()
  })

  it('shows on its card what was confirmed, and what to do next', async () => {
    const page = await open(scene, '/integrations')
    const card = page.getByRole('article').filter({ hasText: integration.name })
    await card
      .getByRole('definition')
      .filter({ hasText: /^Succeeded/ })
      .waitFor()
    await card.getByRole('img', { name: 'Confirmed' }).waitFor()
    await card.getByText('121 linked items').waitFor()
    const last = (await read()).last_result?.run_id
    await card.getByRole('button', { name: `Sync now: ${integration.name}` }).click()
    await page.getByText('Sync queued.').waitFor()
    const isOver = async () => {
      const { now, last_result: result } = await read()
      return now === null && result?.run_id !== last
    }
    await until('it was synced', isOver, LONG_MS)
    const params = { url: redmine.url, project }
    const { id } = await scene.stage.api<Integration>('POST', '/integrations', {
      provider: 'redmine',
      name: 'Gate tracker',
      config: params,
    })
    await page.getByRole('link', { name: 'Enter credential: Gate tracker' }).click()
    await page.getByRole('complementary').getByText('Enter credential').waitFor()
    await scene.stage.api('DELETE', `/integrations/${id}`)
  })

  it('changes a mapping with a preview of real issues', async () => {
    const page = await open(scene, `/integrations/${integration.id}?tab=mapping`)
    await page.getByText('Mapping preview').waitFor()
    await page.getByText('Subject').first().waitFor()
    await page.getByRole('combobox', { name: 'Conflict policy for Title' }).click()
    await page.getByRole('option', { name: 'Ask me' }).click()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save mapping' }).click()
    await page.getByText('Mapping saved').waitFor()
    assert.equal((await read()).mapping.fields?.title?.policy, 'manual')
  })

  it('asks the user when both sides changed the same field, and applies the decision', async () => {
    const task = await getTask()
    await scene.stage.api('PATCH', `/integrations/${integration.id}`, { paused: true })
    await redmine.alice.edit(issue, { title: 'The crane at dock 4 moves again' })
    await scene.stage.api('PATCH', `/tasks/${task.id}`, {
      title: 'The crane at dock 4 needs a part',
    })
    await scene.stage.api('PATCH', `/integrations/${integration.id}`, { paused: false })
    await syncNow()
    await until('a conflict', async () => (await read()).counts.conflicts === 1, LONG_MS)
    const page = await open(scene, `/integrations/${integration.id}?tab=conflicts`)
    await page.getByText('The crane at dock 4 moves again').waitFor()
    await page.getByRole('button', { name: 'Keep Task Service value' }).click()
    await page.getByText('No conflicts').waitFor()
    await until(
      'Redmine has the value of the task',
      async () => {
        const found = await redmine.alice.issue(issue)
        return found !== 'gone' && found.subject === 'The crane at dock 4 needs a part'
      },
      LONG_MS,
    )
  })

  it('pauses with a way back, and is removed by its name', async () => {
    const page = await open(scene, `/integrations/${integration.id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await page.getByText('Nothing is synced while paused.').waitFor()
    assert.equal((await read()).state, 'paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await becomes('it resumes', async () => (await read()).paused, false)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('textbox', { name: /^Type/ }).fill(integration.name)
    await page.getByRole('button', { name: 'Remove integration' }).click()
    await page.getByText('No integrations yet').waitFor()
    const task = await getTask()
    assert.equal(task.title, 'The crane at dock 4 needs a part')
  })
})
