// Import and export in the settings: a file is dropped, mapped, checked, imported, and its rejected rows are shown.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Import, TaskPage } from '@task-service/contract'
import { open, useScene } from '../harness/scene.ts'

const FILE = [
  'Key,Betreff,Prioirty,Due date',
  'OLD-1,Count the stock of bin C-14,high,2026-12-01',
  'OLD-2,Sweep the yard,hihg,2026-12-02',
  'OLD-3,Call the supplier,low,1.12.2026',
  'OLD-4,<img src=x onerror=alert(1)>,low,',
].join('\n')

/** Looked at by people; only kept where a folder is named. */
const pictures = process.env['TRANSFER_PICTURES']

describe('import and export', () => {
  const scene = useScene(async () => undefined)
  const take = async (name: string) => {
    if (pictures === undefined) return
    mkdirSync(pictures, { recursive: true })
    for (const width of [360, 1280, 1920]) {
      await scene.page.setViewportSize({ width, height: 900 })
      await scene.page.screenshot({ path: join(pictures, `${name}-${width}.png`) })
    }
    await scene.page.setViewportSize({ width: 1280, height: 900 })
  }
  const press = (name: string | RegExp) => scene.page.getByRole('button', { name }).click()

  it('shows no imports, and where to export', async () => {
    await open(scene, '/settings/transfer')
    await scene.page.getByText('No imports').waitFor()
    const link = scene.page.getByRole('link', { name: 'Export tasks as CSV' })
    assert.match((await link.getAttribute('href')) ?? '', /\/ui\/api\/tasks\/export\?bom=true$/)
    await take('empty')
  })

  it('imports what a dry run accepts, and lists the rest', async () => {
    const file = { name: 'old tracker.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) }
    await scene.page.locator('input[type=file]').setInputFiles(file)
    const panel = scene.page.getByRole('complementary', { name: 'old tracker.csv' })
    await panel.waitFor()
    const title = panel.getByLabel('Field of Betreff')
    assert.equal(await panel.getByLabel('Field of Prioirty').inputValue(), 'Priority')
    assert.equal(await panel.getByRole('button', { name: 'Start dry run' }).isDisabled(), true)
    await title.click()
    await scene.page.getByRole('option', { name: 'Title', exact: true }).click()
    await panel.getByLabel('Default queue').fill('warehouse')
    await take('mapping')
    await press('Start dry run')
    await panel.getByText('2 rejected rows').waitFor()
    await panel.getByRole('cell', { name: 'hihg', exact: true }).waitFor()
    await take('errors')
    await press('Import 2 rows')
    await panel.getByText(/Finished/).waitFor()
    await take('finished')
    const { data } = await scene.stage.api<TaskPage>('GET', '/tasks?queue=warehouse')
    assert.deepEqual(data.map((task) => task.external_id ?? '').toSorted(), ['OLD-1', 'OLD-4'])
    const imports = await scene.stage.api<{ data: Import[] }>('GET', '/imports')
    assert.deepEqual(imports.data[0]?.defaults, { queue: 'warehouse', source: 'import' })
    const errors = panel.getByRole('link', { name: 'Download rejected rows' })
    assert.match((await errors.getAttribute('href')) ?? '', /\/errors$/)
    await press('Delete')
    await scene.page.getByText('No imports').waitFor()
  })
})
