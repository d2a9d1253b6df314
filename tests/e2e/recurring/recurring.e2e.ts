// Templates and schedules: saved from a task, used for a new one, and repeated by the server.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Schedule, Task, TaskPage, Template } from '@task-service/contract'
import { Client } from 'pg'
import { uuidOf } from '../../harness/history.ts'
import { until } from '../../operate/until.ts'
import { choose } from '../harness/pick.ts'
import { open, useScene } from '../harness/scene.ts'

const title = 'Count the stock of bin C-14'

describe('templates and recurring tasks', () => {
  const scene = useScene(async (stage) => {
    await stage.api('POST', '/tasks', {
      title,
      description: 'Twice',
      queue: 'warehouse',
      priority: 'high',
      labels: ['stock'],
      fields: { bin: 'C-14' },
    })
  })
  const list = async () => (await scene.stage.api<{ data: Schedule[] }>('GET', '/schedules')).data

  it('saves a task as a template', async () => {
    await open(scene, '/tasks')
    await scene.page.getByText(title).first().click()
    await scene.page.getByRole('button', { name: 'More' }).last().click()
    await scene.page.getByRole('menuitem', { name: 'Save as template' }).click()
    await scene.page.getByRole('dialog').getByLabel('Name').fill('Stock count')
    await scene.page.getByRole('button', { name: 'Save template' }).click()
    await scene.page.getByText('Template Stock count saved.').waitFor()
    const { data } = await scene.stage.api<{ data: Template[] }>('GET', '/templates')
    const { task } = data[0] ?? assert.fail('no template')
    assert.deepEqual(
      [task.title, task.queue, task.labels, task.fields],
      [title, 'warehouse', ['stock'], { bin: 'C-14' }],
    )
  })

  it('fills a new task from it', async () => {
    await open(scene, '/tasks')
    await scene.page.getByRole('heading', { level: 1 }).first().waitFor()
    await scene.page.keyboard.press('c')
    await scene.page.getByRole('button', { name: 'Fill from a template' }).click()
    await choose(scene.page, 'Stock count')
    const field = scene.page.getByLabel('Task title')
    await until('the title is there', async () => (await field.inputValue()) === title)
    await field.fill('Count the stock of bin C-15')
    await scene.page.keyboard.press('Enter')
    await scene.page.getByText('Count the stock of bin C-15').first().waitFor()
    const { data } = await scene.stage.api<TaskPage>('GET', '/tasks?queue=warehouse')
    const task = data.find((one) => one.title.endsWith('C-15')) ?? assert.fail('no task')
    assert.deepEqual(
      [task.priority, task.description, task.fields],
      ['high', 'Twice', { bin: 'C-14' }],
    )
    await field.fill('Sweep the yard')
    await scene.page.keyboard.press('Enter')
    await scene.page.getByText('Sweep the yard').first().waitFor()
    const all = await scene.stage.api<TaskPage>('GET', '/tasks')
    const next = all.data.find((one) => one.title === 'Sweep the yard') ?? assert.fail('no task')
    assert.deepEqual([next.queue, next.description, next.fields], ['default', '', {}])
  })

  it('creates a schedule, and shows when it occurs', async () => {
    await open(scene, '/settings/recurring')
    await scene.page.getByRole('button', { name: 'New schedule' }).first().click()
    const panel = scene.page.locator('aside')
    await panel.getByLabel('Name').fill('Stock count')
    await panel.getByRole('button', { name: 'Fri' }).click()
    await panel.locator('input[type="time"]').fill('08:15')
    await panel.getByText(/08:15/).nth(4).waitFor()
    await panel.getByRole('button', { name: 'Create schedule' }).click()
    await scene.page.getByText('Every week on Monday and Friday at 08:15').waitFor()
    const [schedule] = await list()
    assert.deepEqual(schedule?.rule.weekdays, ['monday', 'friday'])
  })

  it('creates its tasks on the server', async () => {
    const [schedule] = await list()
    const admin = new Client({ connectionString: scene.stage.database.superuserUrl })
    await admin.connect()
    await admin.query('update schedules set next_at = now() where id = $1', [
      uuidOf(schedule?.id ?? ''),
    ])
    await admin.end()
    const created = await until('the task is there', async () => (await list())[0]?.last_task_id)
    const task = await scene.stage.api<Task>('GET', `/tasks/${created}`)
    assert.deepEqual([task.title, task.created_by.id], [title, 'schedules'])
    await scene.page.reload()
    await scene.page.getByRole('link', { name: 'Latest task of Stock count' }).click()
    await scene.page.getByRole('heading', { name: title }).first().waitFor()
  })

  it('pauses, resumes and deletes it; a template in use stays', async () => {
    await open(scene, '/settings/recurring')
    const act = async (item: string, place: 0 | -1 = 0) => {
      await scene.page.getByRole('button', { name: 'Actions for Stock count' }).nth(place).click()
      await scene.page.getByRole('menuitem', { name: item }).click()
    }
    await act('Pause')
    await scene.page.getByText('Stock count paused.').waitFor()
    assert.equal((await list())[0]?.state, 'paused')
    await act('Resume')
    await scene.page.getByText('Stock count resumed.').waitFor()
    await act('Delete', -1)
    const dialog = scene.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText(/Schedules create tasks from this template: Stock count/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await act('Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await scene.page.getByText('No schedules.').waitFor()
    assert.deepEqual(await list(), [])
  })
})
