// Lists by custom fields: filters by value, range and absence, the order by a field, and a view that keeps both.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { View } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { becomes, open, useScene } from '../harness/scene.ts'

/** Titles of the rows from top to bottom, as soon as they are these. */
async function lists(page: Page, ...titles: string[]): Promise<void> {
  const links = page.getByRole('row').getByRole('link')
  await becomes('the rows', () => links.allTextContents(), titles, 15_000)
}

const filterBy = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

describe('lists by custom fields', () => {
  const scene = useScene(async (stage) => {
    const choices = [{ label: 'High' }, { label: 'Low' }]
    await stage.api('POST', '/fields', { name: 'Severity', type: 'choice', choices })
    await stage.api('POST', '/fields', { name: 'Weight', type: 'number' })
    await stage.api('POST', '/fields', { name: 'Carrier', type: 'text' })
    const tasks: [string, object][] = [
      ['Anvil', { severity: 'low', weight: 30, carrier: 'Nordlink' }],
      ['Barrel', { severity: 'high', weight: 10 }],
      ['Crate', { severity: 'low', weight: 20 }],
      ['Drum', {}],
    ]
    for (const [title, fields] of tasks) await stage.api('POST', '/tasks', { title, fields })
  })

  it('filters by a choice, a range, a text, and by what is missing', async () => {
    const page = await open(scene, '/tasks?group=none&sort=created_at')
    await lists(page, 'Anvil', 'Barrel', 'Crate', 'Drum')
    await filterBy(page, 'Severity')
    await page.getByRole('option', { name: 'Low' }).click()
    await page.keyboard.press('Escape')
    await lists(page, 'Anvil', 'Crate')
    await filterBy(page, 'Weight')
    await page.getByLabel('At least').fill('25')
    await page.keyboard.press('Enter')
    await lists(page, 'Anvil')
    await page.getByRole('group', { name: 'Weight' }).getByText('≥ 25').waitFor()
    await page.getByRole('button', { name: 'Remove filter Weight' }).click()
    await page.getByRole('button', { name: 'Remove filter Severity' }).click()
    await filterBy(page, 'Carrier')
    await page.getByLabel('Carrier is').fill('nordlink')
    await page.keyboard.press('Enter')
    await lists(page, 'Anvil')
    await page.getByRole('group', { name: 'Carrier' }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'No value' }).click()
    await lists(page, 'Barrel', 'Crate', 'Drum')
    assert.equal(new URL(page.url()).searchParams.get('field'), 'carrier:unset')
  })

  it('orders by a field in both directions, tasks without a value last', async () => {
    const page = await open(scene, '/tasks?group=none&sort=created_at')
    const order = async (name: string) => {
      await page.getByRole('button', { name: /^Group/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await order('Weight')
    await lists(page, 'Barrel', 'Crate', 'Anvil', 'Drum')
    await order('Weight')
    await lists(page, 'Anvil', 'Crate', 'Barrel', 'Drum')
    await order('Severity')
    await lists(page, 'Barrel', 'Anvil', 'Crate', 'Drum')
  })

  it('is kept by a view', async () => {
    const page = await open(
      scene,
      '/tasks?group=none&sort=-field%3Aweight&field=severity%3Ais%3Alow',
    )
    await lists(page, 'Anvil', 'Crate')
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('Low and heavy')
    // The API key of the stage sees shared views only.
    await page.getByLabel('Shared with everyone').check()
    await page.getByRole('button', { name: 'Save view' }).last().click()
    await views.getByRole('button', { name: /^Low and heavy/ }).waitFor()
    const { data } = await scene.stage.api<{ data: View[] }>('GET', '/views')
    const view = data.find(({ name }) => name === 'Low and heavy')
    assert.deepEqual(view?.query.field, ['severity:is:low'])
    assert.equal(view?.query.sort, '-field:weight')
    await open(scene, '/tasks?group=none&sort=created_at')
    await lists(page, 'Anvil', 'Barrel', 'Crate', 'Drum')
    await views.getByRole('button', { name: /^Low and heavy/ }).click()
    await lists(page, 'Anvil', 'Crate')
  })

  it('shows chosen columns in their order, which a view keeps and its link opens', async () => {
    const page = await open(scene, '/tasks?group=none&sort=created_at')
    const cells = (title: string) =>
      page.getByRole('row').filter({ hasText: title }).locator('[data-column]').allTextContents()
    await lists(page, 'Anvil', 'Barrel', 'Crate', 'Drum')
    await page.getByRole('button', { name: /^Group/ }).click()
    await page.getByRole('menuitem', { name: 'Columns' }).click()
    const card = page.getByRole('dialog', { name: 'Columns' })
    const press = (name: string) => card.getByRole('checkbox', { name, exact: true }).click()
    for (const name of ['Labels', 'Source', 'Due', 'Assignee']) await press(name)
    for (const name of ['Weight', 'Severity', 'Queue']) await press(name)
    await card.getByRole('checkbox', { name: 'Queue' }).press('Alt+ArrowUp')
    await page.keyboard.press('Escape')
    await becomes('the cells', () => cells('Anvil'), ['30', 'default', 'Low'])
    await page.reload()
    await becomes('remembered', () => cells('Barrel'), ['10', 'default', 'High'])
    await page.getByRole('button', { name: 'Weight', exact: true }).click()
    await lists(page, 'Barrel', 'Crate', 'Anvil', 'Drum')

    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('By weight')
    await page.getByLabel('Shared with everyone').check()
    await page.getByRole('button', { name: 'Save view' }).last().click()
    await views.getByRole('button', { name: 'Actions for view By weight' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await page.getByText('Link copied.').waitFor()
    const { data } = await scene.stage.api<{ data: View[] }>('GET', '/views')
    const view = data.find(({ name }) => name === 'By weight')
    const fixed = ['number', 'title', 'status', 'priority']
    assert.deepEqual(view?.columns, [...fixed, 'field:weight', 'queue', 'field:severity'])

    await page.evaluate('localStorage.removeItem("task-service.columns")')
    await open(scene, `/tasks?view=${view?.id}`)
    await lists(page, 'Barrel', 'Crate', 'Anvil', 'Drum')
    await becomes('those of the view', () => cells('Crate'), ['20', 'default', 'Low'])
    await page.setViewportSize({ width: 360, height: 740 })
    await becomes('a phone', () => cells('Crate'), [])
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(scene, `/tasks?view=viw_${'0'.repeat(32)}`)
    await page.getByText('This view was deleted or is private.').waitFor()
  })
})
