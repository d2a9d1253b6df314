// Custom fields: defined in the settings, set on the page of a task by pointer and keyboard, undone, and told in the activity.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Field, Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { until } from '../../operate/until.ts'
import { open, useScene } from '../harness/scene.ts'

const row = (page: Page, key: string) => page.locator(`[data-property="field:${key}"]`)

/** Waits until the value of a field is that. */
const shows = (page: Page, key: string, value: RegExp) =>
  row(page, key).filter({ hasText: value }).waitFor()

describe('custom fields', () => {
  let task: Task
  const scene = useScene(async (stage) => {
    task = await stage.api<Task>('POST', '/tasks', { title: 'Customs hold' })
  })

  const fields = async () => (await scene.stage.api<{ data: Field[] }>('GET', '/fields')).data
  const values = async () => (await scene.stage.api<Task>('GET', `/tasks/${task.id}`)).fields

  it('are added, with choices that are typed one after the other', async () => {
    const page = await open(scene, '/settings/fields')
    await page.getByText('No custom fields').waitFor()
    await page.getByRole('button', { name: 'Add field' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Severity')
    await page.getByRole('combobox', { name: 'Type' }).selectOption('choice')
    await page.getByRole('textbox', { name: 'Choice 1' }).fill('Low')
    await page.keyboard.press('Enter')
    await page.keyboard.type('High')
    await page.getByRole('button', { name: 'Move High up' }).click()
    await page.getByRole('button', { name: 'Add field' }).last().click()
    await page.getByText('Severity added.').waitFor()
    assert.deepEqual(
      (await fields())[0]?.choices.map(({ value }) => value),
      ['high', 'low'],
    )
    for (const [name, type] of [
      ['Weight', 'number'],
      ['Delivered', 'date'],
      ['Order', 'url'],
      ['Carrier', 'text'],
      ['Reviewer', 'person'],
    ]) {
      await scene.stage.api('POST', '/fields', { name, type })
    }
  })

  it('explain what is wrong with a definition at its place', async () => {
    const page = await open(scene, '/settings/fields')
    await page.getByRole('button', { name: 'Add field' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Carrier name')
    await page.getByRole('textbox', { name: 'Key' }).fill('Carrier name')
    await page.getByRole('button', { name: 'Add field' }).last().click()
    await page.getByText(/Must start with a lowercase letter/).waitFor()
    await page.getByRole('textbox', { name: 'Key' }).fill('carrier')
    await page.getByRole('button', { name: 'Add field' }).last().click()
    await page.getByText(/Another custom field has the key "carrier"/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('are moved, renamed, archived and deleted', async () => {
    const page = await open(scene, '/settings/fields')
    const act = async (name: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await act('Reviewer', 'Move up')
    await until('it moved', async () => (await fields())[4]?.key === 'reviewer')
    await page.getByRole('button', { name: 'Carrier', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Haulier')
    await page.getByRole('button', { name: 'Save field' }).click()
    await page.getByText('Haulier saved.').waitFor()
    await act('Haulier', 'Archive')
    await page.getByText('Haulier archived.').waitFor()
    await act('Haulier', 'Restore')
    await page.getByText('Haulier restored.').waitFor()
    await act('Haulier', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Haulier deleted.').waitFor()
    assert.equal((await fields()).length, 5)
  })

  it('are set in the rail, shown at once, and undone', async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await row(page, 'severity').click()
    await page.getByRole('option', { name: 'High' }).click()
    await page.getByText(`Severity of T-${task.number} set to High.`).waitFor()
    await shows(page, 'severity', /High/)
    await row(page, 'weight').click()
    await page.getByRole('textbox', { name: 'Weight' }).fill('a lot')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a number, such as 1248.5.').waitFor()
    await page.getByRole('textbox', { name: 'Weight' }).fill('1248,5')
    await page.keyboard.press('Enter')
    await shows(page, 'weight', /1,248\.5/)
    await row(page, 'order').click()
    await page.getByRole('textbox', { name: 'Order' }).fill('example.com/orders/7')
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name: 'Open Order' })
    assert.equal(await link.getAttribute('href'), 'https://example.com/orders/7')
    await row(page, 'reviewer').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Reviewer' }).fill('dock-north')
    await page.keyboard.press('Enter')
    await shows(page, 'reviewer', /dock-north/)
    await row(page, 'delivered').click()
    await page.getByLabel('Delivered', { exact: true }).last().fill('2026-11-15')
    await page.keyboard.press('Enter')
    await shows(page, 'delivered', /Nov 15, 2026|15 Nov 2026/)
    await until('it is stored', async () => 'delivered' in (await values()))
    assert.deepEqual(await values(), {
      severity: 'high',
      weight: 1248.5,
      order: 'https://example.com/orders/7',
      reviewer: 'dock-north',
      delivered: '2026-11-15',
    })
    await page.keyboard.press('z')
    await page.getByText('Undone.').waitFor()
    await shows(page, 'delivered', /Set Delivered/)
    assert.equal((await values())['delivered'], undefined)
  })

  it('are cleared, and the activity says what happened', async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await row(page, 'weight').click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await shows(page, 'weight', /Set Weight/)
    await page.getByText(/set Severity to High/).waitFor()
    await page.getByText(/cleared Weight/).waitFor()
  })

  it('follow the change of another user', async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await shows(page, 'severity', /High/)
    await scene.stage.api('PATCH', `/tasks/${task.id}`, { fields: { severity: 'low' } })
    await shows(page, 'severity', /Low/)
  })

  it('are in the sheet of a phone', async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'All properties' }).click()
    await page.getByRole('dialog').locator('[data-property="field:severity"]').click()
    await page.getByRole('option', { name: 'High' }).click()
    await until('it is set', async () => (await values())['severity'] === 'high')
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})
