// The calendar: tasks on their days, moved by the pointer and by keys, and days with more tasks than fit.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import { until } from '../../operate/until.ts'
import { open, useScene } from '../harness/scene.ts'

const DAY_MS = 86_400_000
const pad = (value: number) => String(value).padStart(2, '0')
const textOf = (at: Date) => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

/** In the middle of a month, so that the days around it are of the same one. */
const base = new Date()
base.setDate(15)
base.setHours(14, 30, 0, 0)
const dayAt = (days: number) => new Date(base.getTime() + days * DAY_MS)

describe('the calendar', () => {
  const tasks: Record<string, Task> = {}
  const scene = useScene(async (stage) => {
    const add = async (title: string, due?: Date) => {
      const body = { title, ...(due && { due_at: due.toISOString() }) }
      tasks[title] = await stage.api<Task>('POST', '/tasks', body)
    }
    await add('Customs form', dayAt(0))
    await add('Gate code')
    await add('Proof of delivery', dayAt(2))
    const items = Array.from({ length: 120 }, (_, at) => ({
      create: { title: `Pallet ${at}`, due_at: dayAt(5).toISOString() },
    }))
    await stage.api('POST', '/tasks/bulk', { items })
    const { id } = tasks['Proof of delivery'] ?? assert.fail('no task')
    await stage.api('POST', `/tasks/${id}/transitions`, { to: 'canceled' })
  })
  const day = (days: number) => scene.page.locator(`[data-day="${textOf(dayAt(days))}"]`)
  const dueOf = async (title: string) => {
    const { due_at: due } = await scene.stage.api<Task>('GET', `/tasks/${tasks[title]?.id}`)
    return due
  }
  const becomesDue = (title: string, due: Date | null) =>
    until(
      'the due date has changed',
      async () => (await dueOf(title)) === (due?.toISOString() ?? null),
    )

  it('shows tasks on their days, finished ones too, and those without a due date', async () => {
    await open(scene, `/calendar?on=${textOf(base)}`)
    await day(0).getByText('Customs form').waitFor()
    await day(2).locator('[data-final]').getByText('Proof of delivery').waitFor()
    await scene.page.locator('[data-unscheduled]').getByText('Gate code').waitFor()
  })

  it('moves a task to another day by the pointer, and back', async () => {
    await day(0).getByText('Customs form').dragTo(day(1))
    await day(1).getByText('Customs form').waitFor()
    await becomesDue('Customs form', dayAt(1))
    await scene.page.getByRole('button', { name: /Undo/ }).click()
    await day(0).getByText('Customs form').waitFor()
    await becomesDue('Customs form', dayAt(0))
  })

  it('gives a task a due date by dropping it on a day, and takes it away', async () => {
    await scene.page.locator('[data-unscheduled]').getByText('Gate code').dragTo(day(1))
    await day(1).getByText('Gate code').waitFor()
    const due = new Date(dayAt(1))
    due.setHours(17, 0, 0, 0)
    await becomesDue('Gate code', due)
    await day(1).getByText('Gate code').dragTo(scene.page.locator('[data-unscheduled]'))
    await becomesDue('Gate code', null)
  })

  it('moves a task by keys, and keeps the focus on it', async () => {
    await day(0).getByRole('link', { name: 'Customs form' }).focus()
    await scene.page.keyboard.press(']')
    await day(1).getByRole('link', { name: 'Customs form' }).waitFor()
    const focused = () => scene.page.locator(':focus').textContent()
    await until('the focus is on it', async () => (await focused()) === 'Customs form')
    await scene.page.keyboard.press('[')
    await day(0).getByRole('link', { name: 'Customs form' }).waitFor()
    await becomesDue('Customs form', dayAt(0))
    await scene.page.getByRole('button', { name: /^Undo/ }).first().waitFor()
    await scene.page.keyboard.press('z')
    await becomesDue('Customs form', dayAt(1))
  })

  it('shows a few of many tasks of a day, and all of them on the day', async () => {
    await day(5).getByRole('button', { name: '+116 more' }).click()
    await scene.page.getByRole('button', { name: 'Show 20 more' }).click()
    const count = () => scene.page.locator('[data-day] [data-card]').count()
    await until('all are there', async () => (await count()) === 120)
    await scene.page.getByText('Week', { exact: true }).click()
    await day(1).getByText('Customs form').waitFor()
    assert.equal(await scene.page.locator('[data-day]').count(), 7)
  })

  it('shows tasks as bars up to their due date on the timeline, and moves them by keys', async () => {
    const { page } = scene
    await open(scene, `/calendar?span=timeline&on=${textOf(base)}`)
    const rows = page.locator('[data-day="timeline"] [data-card]')
    const task = rows.filter({ hasText: 'Customs form' })
    await task.getByRole('img', { name: / to / }).waitFor()
    assert.equal(await rows.filter({ hasText: 'Gate code' }).count(), 0, 'it has no due date')
    const due = new Date((await dueOf('Customs form')) ?? assert.fail('no due date'))
    await task.getByRole('link').focus()
    await page.keyboard.press(']')
    await becomesDue('Customs form', new Date(due.getTime() + DAY_MS))
    await page.getByRole('button', { name: /^Undo/ }).first().waitFor()
    await page.keyboard.press('z')
    await becomesDue('Customs form', due)
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+ArrowRight')
    const next = new Date(base)
    next.setDate(next.getDate() + 28)
    await page.waitForURL((url) => url.searchParams.get('on') === textOf(next))
  })
})
