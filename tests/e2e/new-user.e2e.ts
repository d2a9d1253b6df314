// A first day without reading anything but the screens: from the printed password to an event that arrived.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Service, startService } from '../harness/service.ts'
import { until } from '../operate/until.ts'
import { openBrowser, type Visit, visit } from './harness/browser.ts'
import { type OwnStage, openStage } from './harness/own-stage.ts'

const own = 'nine wooden ferries'
/** The server believes its figures for a while, the longer the more they cost it. */
const TIMEOUT_MS = 75_000

describe('a new user', () => {
  let stage: OwnStage
  let browser: Browser
  let opened: Service
  let setting: string
  let here: Visit

  before(async () => {
    // As an installation begins: no password was chosen, no network of one's own is open.
    stage = await openStage({ SERVICE_ACP_UI_PASSWORD: '', SERVICE_ACP_EGRESS_ALLOW: '' })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await opened?.stop()
    await stage?.close()
    assert.deepEqual(here?.faults, [])
  })

  it('signs in with the printed password and is led to one of their own', async () => {
    const printed = await until('a password is printed', () =>
      /Username:\s+(\S+)\s+Password:\s+(\S+)/.exec(stage.service.errors()),
    )
    const [, username = '', password = ''] = printed
    const first = await visit(browser, { url: stage.url, credentials: { username, password } })
    await first.page.goto(stage.service.url)
    await first.page.getByLabel('Current password').fill(password)
    await first.page.getByLabel('New password').fill(own)
    await first.page.getByRole('button', { name: 'Save password' }).click()
    await first.page.getByText('Your password was changed.').waitFor()
    await first.context.close()
    here = await visit(browser, { url: stage.url, credentials: { username, password: own } })
  })

  it('is shown the first steps, and makes and completes a task by them', async () => {
    const { page } = here
    await page.goto(stage.service.url)
    await page.getByText('0 of 4 done').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'New task' }).click()
    await page.getByRole('textbox', { name: 'Task title' }).fill('Water the plants')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'Water the plants' }).waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'Open board' }).click()
    await page.getByRole('button', { name: 'Move T-1' }).click()
    await page.getByRole('option', { name: 'Completed' }).click()
    const column = page.getByRole('region', { name: /^Completed/ })
    await column.getByRole('link', { name: 'Water the plants' }).waitFor()
  })

  it('reads where a receiver on the same computer is refused how it is allowed', async () => {
    const { page } = here
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Add webhook' }).click()
    const address = page.getByRole('textbox', { name: /^Endpoint URL/ })
    await address.fill(`${stage.receiver.url}/first`)
    await page.getByRole('complementary').getByRole('button', { name: 'Add webhook' }).click()
    const refusal = await page.getByText('This is a private address.').innerText()
    setting = /(SERVICE_ACP_\S+=\S+) in \.env/.exec(refusal)?.[1] ?? ''
    assert.notEqual(setting, '', refusal)
  })

  it('does that, adds a webhook and sees an event arrive', async () => {
    const [name = '', value = ''] = setting.split('=')
    await stage.service.stop()
    const { port } = new URL(stage.service.url)
    const env = { [name]: value, SERVICE_ACP_PORT: port, SERVICE_ACP_LIMIT_STREAM_DURATION: '10m' }
    opened = await startService({ databaseUrl: stage.database.url, env })
    const { page } = here
    // What was typed is still there.
    await page.getByRole('complementary').getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('Copy your signing secret').waitFor()
    await page.getByRole('button', { name: /^Send test event/ }).click()
    await page.getByText(/Test event delivered: 200 in \d+ ms/).waitFor()
    await page.getByRole('link', { name: 'Show delivery' }).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Delivered' }).waitFor()
    assert.equal(stage.receiver.messages[0]?.path, '/first')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByText('Get started').waitFor({ state: 'detached', timeout: TIMEOUT_MS })
  })
})
