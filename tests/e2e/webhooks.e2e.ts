// A webhook from its first form to its end: the secret once, a test that verifies, a new secret, off and on, gone.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Webhook } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { Webhook as Verifier } from 'standardwebhooks'
import { until } from '../operate/until.ts'
import type { Message } from './harness/receiver.ts'
import { becomes, open, useScene } from './harness/scene.ts'

describe('webhooks', () => {
  const scene = useScene()
  const secrets: string[] = []
  let webhook: Webhook

  const url = () => `${scene.stage.receiver.url}/hook`
  const messages = () => scene.stage.receiver.messages
  const detail = () => open(scene, `/webhooks/${webhook.id}`)

  /** Something happens, and its message arrives. */
  async function receive(title: string): Promise<Message> {
    await scene.stage.api('POST', '/tasks', { title })
    return until(`${title} has arrived`, () => messages().find(({ body }) => body.includes(title)))
  }

  async function readSecret(page: Page): Promise<string> {
    const notice = page.getByText('Copy your signing secret')
    await notice.waitFor()
    const secret = await page.locator('code', { hasText: /^whsec_/ }).innerText()
    secrets.push(secret)
    return secret
  }

  it('leads from nothing to a first one, and says which addresses it refuses', async () => {
    const page = await open(scene, '/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).last().click()
    const address = page.getByRole('textbox', { name: /^Endpoint URL/ })
    await address.fill('http://10.0.0.1/hook')
    await page.getByRole('textbox', { name: 'Description' }).fill('orders desk')
    const submit = page.getByRole('complementary').getByRole('button', { name: 'Add webhook' })
    await submit.click()
    await becomes('the field is marked', () => address.getAttribute('aria-invalid'), 'true')
    assert.equal((await scene.stage.api<{ data: Webhook[] }>('GET', '/webhooks')).data.length, 0)
    await address.fill(url())
    await submit.click()
    await page.getByText('Webhook added.').waitFor()
    const { data } = await scene.stage.api<{ data: Webhook[] }>('GET', '/webhooks')
    assert.equal(data.length, 1)
    webhook = data[0] as Webhook // counted on the line before
    assert.deepEqual([webhook.url, webhook.description], [url(), 'orders desk'])
  })

  it('shows the secret of a new one, with which a test message verifies', async () => {
    const { page } = scene
    const secret = await readSecret(page)
    await page.getByRole('button', { name: /^Send test event/ }).click()
    await page.getByText(/Test event delivered: 200 in \d+ ms/).waitFor()
    const [message] = messages()
    assert.ok(message)
    const event = new Verifier(secret).verify(message.body, message.headers) as { type: string }
    assert.equal(event.type, JSON.parse(message.body)['type'])
    assert.throws(() => new Verifier(secret).verify(`${message.body} `, message.headers))
    await page.getByRole('link', { name: 'Show delivery' }).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Delivered' }).waitFor()
  })

  it('never shows a secret again', async () => {
    const page = await detail()
    await page.getByText('Shown only once, at creation.').waitFor()
    assert.ok(!(await page.content()).includes(secrets[0] ?? 'none'))
    assert.equal(await page.getByText('Copy your signing secret').count(), 0)
    assert.ok(
      !JSON.stringify(await scene.stage.api('GET', `/webhooks/${webhook.id}`)).includes('whsec_'),
    )
  })

  it('rotates the secret: both sign while the clock runs, and the new one is shown once', async () => {
    const page = await detail()
    await page.getByRole('button', { name: 'Rotate secret…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Keep previous secret for').and(page.locator('input')).click()
    await page.getByRole('option', { name: '1 hour', exact: true }).click()
    await dialog.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByText('Secret rotated.').waitFor()
    const fresh = await readSecret(page)
    assert.notEqual(fresh, secrets[0])
    await page.getByText(/^Previous secret valid for another (1 h|60 min|59 min)$/).waitFor()
    const message = await receive('Signed twice')
    for (const secret of secrets) new Verifier(secret).verify(message.body, message.headers)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByText('Copy your signing secret').waitFor({ state: 'detached' })
    assert.ok(!(await page.content()).includes(fresh))
  })

  it('is edited by e: other events, a header that is never shown again', async () => {
    const page = await detail()
    await page.getByText('Shown only once, at creation.').waitFor()
    await page.keyboard.press('e')
    const panel = page.getByRole('complementary')
    await panel.getByRole('textbox', { name: 'Description' }).fill('night desk')
    await panel.getByRole('button', { name: 'Add header' }).click()
    await panel.getByLabel('Name').last().fill('authorization')
    await panel.getByLabel('Value').last().fill('Bearer hidden-sesame')
    await panel.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Webhook updated.').waitFor()
    const { headers } = await receive('Sent with a header')
    assert.equal(headers['authorization'], 'Bearer hidden-sesame')
    await page.reload()
    await page.getByText('authorization').first().waitFor()
    assert.ok(!(await page.content()).includes('hidden-sesame'))
  })

  it('removes stored headers with a new origin, and says so before and after', async () => {
    const page = await detail()
    await page.getByText('Shown only once, at creation.').waitFor()
    await page.keyboard.press('e')
    const panel = page.getByRole('complementary')
    await panel.getByRole('textbox', { name: /^Endpoint URL/ }).fill('http://127.0.0.2:8080/hook')
    await panel.getByText('Saving removes these headers: authorization').waitFor()
    await panel.getByPlaceholder('will be removed').waitFor()
    await panel.getByRole('button', { name: 'Save changes' }).click()
    await page
      .getByText(/Headers removed because the URL has a new origin: authorization/)
      .waitFor()
    const path = `/webhooks/${webhook.id}`
    assert.deepEqual((await scene.stage.api<Webhook>('GET', path)).header_names, [])
    await scene.stage.api('PATCH', path, { url: url() })
    const { headers } = await receive('Sent without a header')
    assert.equal(headers['authorization'], undefined)
  })

  it('sends nothing while it is disabled, and again once it is enabled', async () => {
    const page = await detail()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByText('Disabled. Pending deliveries were canceled.').waitFor()
    await page.getByText('Disabled manually.').waitFor()
    // Another one shows when the event has been given out.
    const witness = await scene.stage.api<Webhook>('POST', '/webhooks', {
      url: `${scene.stage.receiver.url}/witness`,
    })
    await receive('Not for the disabled one')
    await scene.stage.api('DELETE', `/webhooks/${witness.id}`)
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('Enabled. Events are sent from now on.').waitFor()
    await receive('Heard again')
    const heard = messages().filter(({ body }) => body.includes('Not for the disabled one'))
    assert.deepEqual(
      heard.map(({ path }) => path),
      ['/witness'],
    )
  })

  it('is deleted only after its name was typed', async () => {
    const page = await detail()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Delete webhook' })
    assert.equal(await button.isDisabled(), true)
    await dialog.getByRole('textbox').fill(url().replace('http://', ''))
    await button.click()
    await page.getByText('Webhook deleted.').waitFor()
    await page.getByText('No webhooks yet').waitFor()
    assert.equal((await scene.stage.api<{ data: Webhook[] }>('GET', '/webhooks')).data.length, 0)
  })
})
