// Settings: what the workspace is called, who changed what from what, and the service as this workspace has it.
import assert from 'node:assert/strict'
import { text as readText } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { Settings, SystemInfo, Task } from '@task-service/contract'
import { becomes, open, useScene } from './harness/scene.ts'

describe('settings', () => {
  const scene = useScene(async (stage) => {
    const task = await stage.api<Task>('POST', '/tasks', { title: 'Before' })
    await stage.api('PATCH', `/tasks/${task.id}`, { title: 'After' })
  })
  const settings = () => scene.stage.api<Settings>('GET', '/settings')

  it('names the workspace and its days, and shows the name at once', async () => {
    const page = await open(scene, '/settings/general')
    await page.getByRole('textbox', { name: /^Name/ }).fill('North Freight')
    const zone = page.getByLabel('Time zone').and(page.locator('input'))
    await zone.fill('Berlin')
    await page.getByRole('option', { name: 'Europe/Berlin' }).click()
    await page.getByLabel('Week starts on').and(page.locator('input')).click()
    await page.getByRole('option', { name: 'Sunday' }).click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings saved.').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByText('North Freight').waitFor()
    const { name, time_zone: timeZone, week_start: weekStart } = await settings()
    assert.equal(name, 'North Freight')
    assert.equal(timeZone, 'Europe/Berlin')
    assert.equal(weekStart, 'sunday')
    await page.reload()
    await becomes(
      'it is kept',
      () => page.getByRole('textbox', { name: /^Name/ }).inputValue(),
      'North Freight',
    )
  })

  it('does not overwrite what another user saved in the meantime', async () => {
    const page = await open(scene, '/settings/general')
    await page.getByRole('textbox', { name: /^Name/ }).fill('South Freight')
    await scene.stage.api('PATCH', '/settings', { name: 'West Freight' })
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Someone else changed the settings.').waitFor()
    assert.equal((await settings()).name, 'West Freight')
    const name = page.getByRole('textbox', { name: /^Name/ })
    assert.equal(await name.inputValue(), 'South Freight')
    await page.getByRole('button', { name: 'Load latest settings' }).click()
    await becomes('the latest settings are shown', () => name.inputValue(), 'West Freight')
  })

  it('shows each act with what was and what became, and narrows by who did it', async () => {
    const page = await open(scene, '/settings/audit')
    await page.getByRole('button', { name: /task\.updated/ }).click()
    await page.getByRole('group', { name: 'Before' }).getByText('Before').waitFor()
    await page.getByRole('group', { name: 'After' }).getByText('After').waitFor()
    await page.getByLabel('Actor').and(page.locator('input')).click()
    await page.getByRole('option', { name: 'User', exact: true }).click()
    await page.getByRole('button', { name: /task\.updated/ }).waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /tenant\.settings_changed/ })
      .first()
      .click()
    await page.getByRole('group', { name: 'After' }).getByText('North Freight').waitFor()
    assert.equal(new URL(page.url()).search, '?by=user')
  })

  it('exports what is shown', async () => {
    const { page } = scene
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export', exact: true }).click()
    const text = await readText(await (await download).createReadStream())
    assert.match(text, /North Freight/)
    assert.doesNotMatch(text, /task\.updated/)
  })

  it('shows versions, keys by their fingerprints, storage and limits, and no key', async () => {
    const page = await open(scene, '/settings/system')
    const info = await scene.stage.api<SystemInfo>('GET', '/system')
    for (const text of [info.version, info.postgresql_version, String(info.schema_version)]) {
      await page.getByText(text, { exact: true }).first().waitFor()
    }
    const { apiKey } = scene.stage.service
    await page.getByText(`…${apiKey.slice(-4)}`).waitFor()
    await page.getByText(info.keys[0]?.fingerprint ?? 'none').waitFor()
    await page.getByText('Items per bulk request').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Tasks' })
      .getByText('1', { exact: true })
      .waitFor()
    assert.ok(!(await page.content()).includes(apiKey))
  })
})
