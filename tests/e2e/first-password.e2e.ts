// A user whose password was set by someone else must choose their own first.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser, visit } from './harness/browser.ts'
import { joinStage } from './harness/scene.ts'
import type { Stage } from './harness/stage.ts'

const given = { username: 'dock-north', password: 'a lamp of amber glass' }
const own = { ...given, password: 'nine wooden ferries' }

describe('a password that someone else knows', () => {
  let stage: Stage
  let browser: Browser

  before(async () => {
    stage = await joinStage()
    browser = await openBrowser()
    const { username, password } = stage.credentials
    const answer = await fetch(`${stage.url}/api/users`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${username}:${password}`)}`,
        'content-type': 'application/json',
        'x-ts-csrf': '1',
        origin: new URL(stage.url).origin,
      },
      body: JSON.stringify(given),
    })
    assert.equal(answer.status, 201, await answer.text())
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  it('shows the way to another one at every address, and nothing else', async () => {
    for (const width of [1280, 360] as const) {
      const look = { scheme: 'light', width } as const
      const site = { url: stage.url, credentials: given }
      const { page, context, faults } = await visit(browser, site, look, { httpCredentials: given })
      for (const path of ['/', '/tasks', '/settings/audit']) {
        await page.goto(`${stage.url}${path}`)
        await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
        assert.equal(await page.getByRole('navigation').count(), 0)
      }
      assert.deepEqual(faults, [])
      await context.close()
    }
  })

  it('is changed there, and the new one opens everything', async () => {
    const first = await visit(browser, { url: stage.url, credentials: given })
    await first.page.goto(`${stage.url}/`)
    await first.page.getByLabel('Current password').fill('not this one')
    await first.page.getByLabel('New password').fill(own.password)
    await first.page.getByRole('button', { name: 'Save password' }).click()
    await first.page.getByText('Wrong password. Enter the one you signed in with.').waitFor()
    await first.page.getByLabel('Current password').fill(given.password)
    await first.page.getByRole('button', { name: 'Save password' }).click()
    await first.page.getByText('Your password was changed.').waitFor()
    await first.page.getByRole('link', { name: 'Sign in again' }).waitFor()
    await first.context.close()
    const second = await visit(browser, { url: stage.url, credentials: own })
    await second.page.goto(`${stage.url}/tasks`)
    await second.page.getByRole('navigation').first().waitFor()
    await second.page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    assert.deepEqual(second.faults, [])
    await second.context.close()
  })
})
