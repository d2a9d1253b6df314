// Signing in and out, as a browser does it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser, visit } from './harness/browser.ts'
import { joinStage } from './harness/scene.ts'
import type { Stage } from './harness/stage.ts'

const isSignOut = (url: string): boolean => url.includes('/sign-out?')

describe('signing in and out', () => {
  let stage: Stage
  let browser: Browser

  before(async () => {
    stage = await joinStage()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  /** Gives the password only when it is asked for it, wherever that is. */
  const visitUnasked = () =>
    visit(browser, stage, undefined, { httpCredentials: stage.credentials })

  it('shows nothing without a password, or with a wrong one', async () => {
    for (const httpCredentials of [
      undefined,
      { username: 'admin', password: 'not this one at all' },
    ]) {
      const context = await browser.newContext(httpCredentials ? { httpCredentials } : {})
      const page = await context.newPage()
      const answer = await page.goto(`${stage.url}/tasks`).catch(() => null)
      assert.ok(answer === null || answer.status() === 401)
      assert.equal(await page.locator('nav').count(), 0)
      await context.close()
    }
  })

  it('leads from the address alone to the first screen', async () => {
    const { page, context, faults } = await visitUnasked()
    await page.goto(new URL('/', stage.url).href)
    await page.getByRole('navigation').first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/ui/')
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('opens a link that leads deep into it, files and data included', async () => {
    const { page, context, faults } = await visitUnasked()
    await page.goto(`${stage.url}/settings/users?from=mail`)
    await page.getByRole('button', { name: 'Add user' }).waitFor()
    assert.equal(page.url(), `${stage.url}/settings/users?from=mail`)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('leads nowhere else after signing in', async () => {
    const authorization = `Basic ${btoa(`admin:${stage.credentials.password}`)}`
    for (const to of [
      '//elsewhere.test',
      'https://elsewhere.test/',
      '\\\\elsewhere.test',
      '/../../x',
    ]) {
      const answer = await fetch(`${stage.url}/sign-in?to=${encodeURIComponent(to)}`, {
        redirect: 'manual',
        headers: { authorization },
      })
      const place = new URL(answer.headers.get('location') ?? '', stage.url)
      assert.equal(place.origin, new URL(stage.url).origin, to)
    }
  })

  it('forgets the password on signing out', async () => {
    // Entered once, in the URL; from then on the browser remembers it.
    const context = await browser.newContext()
    const page = await context.newPage()
    const address = new URL(`${stage.url}/tasks`)
    Object.assign(address, stage.credentials)
    await page.goto(address.href)
    await page.goto(`${stage.url}/tasks`)
    await page.getByRole('button', { name: /admin/i }).first().click()
    // Without a person at the dialog one browser shows its own error page, and another what the service sent.
    const refused = Promise.any([
      page.waitForEvent('requestfailed', { predicate: (one) => isSignOut(one.url()) }),
      page.waitForEvent('response', {
        predicate: (one) => isSignOut(one.url()) && one.status() === 401,
      }),
    ])
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await refused
    const answer = await page.goto(`${stage.url}/tasks`).catch(() => null)
    assert.ok(answer === null || answer.status() === 401)
    await context.close()
  })
})
