// The API reference: searchable, usable by keyboard, and its example requests are accepted by the server.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { visit } from './harness/browser.ts'
import { pressInTurn } from './harness/press-in-turn.ts'
import { open, useScene } from './harness/scene.ts'

describe('the API reference', () => {
  const scene = useScene()
  before(async () => {
    await open(scene, '/')
    await scene.page.getByRole('navigation').first().waitFor()
  })

  const detail = (id: string) => scene.page.locator(`[data-operation="${id}"]`)

  it('is opened by keys, from the sidebar and from the palette', async () => {
    const list = scene.page.getByRole('navigation', { name: 'Operations' })
    await pressInTurn(scene.page, 'g', 'r')
    await list.waitFor()
    await scene.page.goto(`${scene.stage.url}/`)
    await scene.page.getByRole('link', { name: 'API reference' }).first().click()
    await list.waitFor()
    await scene.page.goto(`${scene.stage.url}/`)
    await scene.page.getByRole('navigation').first().waitFor()
    await scene.page.keyboard.press('Control+k')
    await scene.page.getByRole('combobox', { name: 'Search or jump to' }).fill('API reference')
    await scene.page.getByRole('option', { name: /API reference/ }).waitFor()
    await scene.page.keyboard.press('Enter')
    await list.waitFor()
    assert.equal(await list.getByRole('link').count(), 1 + (await countOperations()))
  })

  async function countOperations(): Promise<number> {
    const { paths } = await scene.stage.api<{ paths: Record<string, object> }>(
      'GET',
      '/openapi.json',
    )
    return Object.values(paths).flatMap((path) => Object.keys(path)).length
  }

  it('finds an operation by words, and opens it by keys alone', async () => {
    await scene.page.goto(`${scene.stage.url}/reference`)
    await scene.page.getByRole('navigation', { name: 'Operations' }).waitFor()
    await scene.page.keyboard.press('/')
    await scene.page.keyboard.type('create task')
    await scene.page.keyboard.press('Escape')
    await scene.page.getByText('Count tasks').waitFor({ state: 'hidden' })
    for (let step = 0; step < 5; step++) {
      await scene.page.keyboard.press('j')
      if ((await scene.page.locator(':focus').innerText()).endsWith('Create a task')) break
    }
    await scene.page.keyboard.press('Enter')
    await detail('tasks.create').waitFor()
    assert.match(scene.page.url(), /op=tasks\.create/)
    await scene.page.getByText('Title of the task').first().waitFor()
    await scene.page.getByText('idempotency_key_reused').waitFor()
  })

  it('shows a request that works as it is', async () => {
    await scene.page.goto(`${scene.stage.url}/reference?op=tasks.create`)
    const shown = await detail('tasks.create').getByRole('region', { name: 'Request' }).innerText()
    const [, address = ''] = /curl -X POST (\S+)/.exec(shown) ?? []
    const [, body = ''] = /-d '([\s\S]+)'/.exec(shown) ?? []
    assert.equal(address, `${new URL(scene.stage.url).origin}/api/tasks`)
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'x-api-key': scene.stage.service.apiKey, 'content-type': 'application/json' },
      body,
    })
    assert.equal(answer.status, 201, await answer.text())
  })

  it('opens objects inside of objects', async () => {
    await scene.page.goto(`${scene.stage.url}/reference?op=tasks.bulk`)
    await scene.page
      .getByText(/fields of items/)
      .first()
      .click()
    await scene.page
      .getByText(/fields of create/)
      .first()
      .click()
    await scene.page.getByText('Description in Markdown').first().waitFor()
  })

  it('offers the whole document as a download', async () => {
    await scene.page.goto(`${scene.stage.url}/reference`)
    const download = scene.page.waitForEvent('download')
    await scene.page.getByRole('link', { name: 'Download OpenAPI document' }).click()
    assert.equal((await download).suggestedFilename(), 'task-service.openapi.json')
  })

  it('says so when nothing fits, and breaks no policy', async () => {
    await scene.page.goto(`${scene.stage.url}/reference?q=zeppelin`)
    await scene.page.getByText(/No operations found/).waitFor()
    assert.deepEqual(scene.faults, [])
  })

  it('is a list and a page with a way back on a phone, in German too', async () => {
    const phone = await visit(scene.browser, scene.stage, {
      scheme: 'dark',
      width: 360,
      language: 'de-DE',
    })
    await phone.page.goto(`${scene.stage.url}/reference`)
    await phone.page.getByRole('link', { name: 'POST Create a task', exact: true }).click()
    await phone.page.getByRole('heading', { name: 'Anfrage' }).waitFor()
    await phone.page.getByRole('link', { name: 'Alle Operationen' }).click()
    await phone.page.getByRole('link', { name: 'POST Create a task', exact: true }).waitFor()
    assert.deepEqual(phone.faults, [])
    await phone.context.close()
  })
})
