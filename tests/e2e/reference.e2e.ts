// The API reference: found by words and keys, and what it tells to send is what the server takes.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, type Visit, visit } from './harness/browser.ts'
import { openStage, type Stage } from './harness/stage.ts'

describe('the API reference', () => {
  let stage: Stage
  let browser: Browser
  let seen: Visit
  let page: Page

  before(async () => {
    stage = await openStage()
    browser = await launchBrowser()
    seen = await visit(browser, stage)
    page = seen.page
    await page.goto(`${stage.url}/`)
    await page.getByRole('navigation').first().waitFor()
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  const detail = (id: string) => page.locator(`[data-operation="${id}"]`)

  it('is opened by keys, from the sidebar and from the palette', async () => {
    const list = page.getByRole('navigation', { name: 'Operations' })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await list.waitFor()
    await page.goto(`${stage.url}/`)
    await page.getByRole('link', { name: 'API reference' }).first().click()
    await list.waitFor()
    await page.goto(`${stage.url}/`)
    await page.getByRole('navigation').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search tasks, places and actions').fill('API reference')
    await page.getByRole('option', { name: /API reference/ }).waitFor()
    await page.keyboard.press('Enter')
    await list.waitFor()
    assert.equal(await list.getByRole('link').count(), 1 + (await countOperations()))
  })

  async function countOperations(): Promise<number> {
    const { paths } = await stage.api<{ paths: Record<string, object> }>('GET', '/openapi.json')
    return Object.values(paths).flatMap((path) => Object.keys(path)).length
  }

  it('finds an operation by words, and opens it by keys alone', async () => {
    await page.goto(`${stage.url}/reference`)
    await page.getByRole('navigation', { name: 'Operations' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('create task')
    await page.keyboard.press('Escape')
    await page.getByText('Count tasks').waitFor({ state: 'hidden' })
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press('j')
      if ((await page.locator(':focus').innerText()).endsWith('Create a task')) break
    }
    await page.keyboard.press('Enter')
    await detail('tasks.create').waitFor()
    assert.match(page.url(), /op=tasks\.create/)
    await page.getByText('Short name of the task').first().waitFor()
    await page.getByText('idempotency_key_reused').waitFor()
  })

  it('tells a request that works as it stands', async () => {
    await page.goto(`${stage.url}/reference?op=tasks.create`)
    const told = await detail('tasks.create').getByRole('region', { name: 'Request' }).innerText()
    const [, address = ''] = /curl -X POST (\S+)/.exec(told) ?? []
    const [, body = ''] = /-d '([\s\S]+)'/.exec(told) ?? []
    assert.equal(address, `${new URL(stage.url).origin}/api/tasks`)
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'x-api-key': stage.service.apiKey, 'content-type': 'application/json' },
      body,
    })
    assert.equal(answer.status, 201, await answer.text())
  })

  it('opens objects inside of objects', async () => {
    await page.goto(`${stage.url}/reference?op=tasks.bulk`)
    await page
      .getByText(/fields of items/)
      .first()
      .click()
    await page
      .getByText(/fields of create/)
      .first()
      .click()
    await page.getByText('The work itself, in Markdown').first().waitFor()
  })

  it('gives the whole document to whoever wants it', async () => {
    await page.goto(`${stage.url}/reference`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download OpenAPI document' }).click()
    assert.equal((await download).suggestedFilename(), 'task-service.openapi.json')
  })

  it('says so when nothing fits, and breaks no policy', async () => {
    await page.goto(`${stage.url}/reference?q=zeppelin`)
    await page.getByText(/No operation by these words/).waitFor()
    assert.deepEqual(seen.faults, [])
  })

  it('is a list and a page with a way back on a phone, in German too', async () => {
    const phone = await visit(browser, stage, { scheme: 'dark', width: 360, language: 'de-DE' })
    await phone.page.goto(`${stage.url}/reference`)
    await phone.page.getByRole('link', { name: /Create a task/ }).click()
    await phone.page.getByRole('heading', { name: 'Anfrage' }).waitFor()
    await phone.page.getByRole('link', { name: 'Alle Operationen' }).click()
    await phone.page.getByRole('link', { name: /Create a task/ }).waitFor()
    assert.deepEqual(phone.faults, [])
    await phone.context.close()
  })
})
