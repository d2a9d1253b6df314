// Settings → Users: people come, get passwords and links, and are kept out; the audit log says so.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { until } from '../operate/until.ts'
import { open, useScene } from './harness/scene.ts'

const newPassword = 'copper lantern meadow 41'

describe('people in the settings', () => {
  const scene = useScene()
  before(async () => {
    await open(scene, '/settings/users')
  })

  /** Whether these credentials open the dashboard. */
  async function opens(username: string, password: string): Promise<boolean> {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const answer = await fetch(`${scene.stage.url}/api/me`, { headers: { authorization } })
    return answer.ok
  }

  it('adds a user by a link with which they choose a password', async () => {
    await scene.page.getByRole('button', { name: 'Add user' }).first().click()
    await scene.page.getByLabel('Username').fill('dock-north')
    await scene.page.getByRole('button', { name: 'Add user' }).last().click()
    const link = await scene.page.locator('code', { hasText: '/ui/reset#token=' }).innerText()
    // The new user has no password yet, so the page opens without one.
    const stranger = await scene.browser.newContext()
    const resetPage = await stranger.newPage()
    await resetPage.goto(link)
    const fields = resetPage.locator('input[type="password"]')
    for (let index = 0; index < (await fields.count()); index++) {
      await fields.nth(index).fill(newPassword)
    }
    await resetPage.getByRole('button').first().click()
    await until('the password works', () => opens('dock-north', newPassword))
    await stranger.close()
  })

  it('disables them and lets them in again', async () => {
    await scene.page.getByRole('button', { name: 'I’ve copied it' }).click()
    await scene.page.getByRole('button', { name: 'Actions for dock-north' }).click()
    await scene.page.getByRole('menuitem', { name: 'Disable' }).click()
    await scene.page.getByText('dock-north can no longer sign in.').waitFor()
    await until('they are kept out', async () => !(await opens('dock-north', newPassword)), 5_000)
    await scene.page.getByRole('button', { name: 'Actions for dock-north' }).click()
    await scene.page.getByRole('menuitem', { name: 'Enable' }).click()
    await scene.page.getByText('dock-north can sign in again.').waitFor()
    await until('they are let in', () => opens('dock-north', newPassword), 5_000)
  })

  it('writes it all into the audit log', async () => {
    await scene.page.goto(`${scene.stage.url}/settings/audit`)
    await scene.page
      .getByRole('button', { name: /user\.disabled/ })
      .first()
      .click()
    await scene.page.getByText(/^usr_/).first().waitFor()
    const download = scene.page.waitForEvent('download')
    await scene.page.getByRole('link', { name: 'Export', exact: true }).click()
    assert.equal((await download).suggestedFilename(), `${scene.stage.tenant}-audit.csv`)
  })

  it('changes the own password; the earlier one no longer works', async () => {
    await scene.page.goto(`${scene.stage.url}/settings/users`)
    await scene.page.getByRole('button', { name: 'Actions for admin' }).click()
    await scene.page.getByRole('menuitem', { name: 'Change your password' }).click()
    await scene.page.getByLabel('Current password').fill('not the current one')
    await scene.page.getByLabel('New password').fill('too short')
    await scene.page.getByRole('button', { name: 'Save password' }).click()
    await scene.page.getByText('Too short: 9 of at least 12 characters.').waitFor()
    await scene.page.getByLabel('New password').fill('amber window thistle 8')
    await scene.page.getByRole('button', { name: 'Save password' }).click()
    const current = scene.page.getByLabel('Current password')
    await scene.page.getByText('Wrong password. Enter the one you signed in with.').waitFor()
    await scene.page.locator('input[aria-invalid="true"]:focus').waitFor()
    await current.fill(scene.stage.credentials.password)
    await scene.page.getByRole('button', { name: 'Save password' }).click()
    await scene.page.getByText(/Your password was changed/).waitFor()
    await until(
      'the earlier one is refused',
      async () => !(await opens('admin', scene.stage.credentials.password)),
      5_000,
    )
    assert.equal(await opens('admin', 'amber window thistle 8'), true)
    assert.deepEqual(scene.faults, [])
  })
})
