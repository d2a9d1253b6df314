// The audit log: objects are links, actors have names, filters stay in the URL, and the export uses them.
import assert from 'node:assert/strict'
import { text as readText } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { Task, WebhookWithSecret } from '@task-service/contract'
import { becomes, open, useScene } from '../harness/scene.ts'

describe('audit log', () => {
  let task: Task
  let secret = ''
  const scene = useScene(async (stage) => {
    task = await stage.api<Task>('POST', '/tasks', { title: 'Customs form lacks HS code' })
    await stage.api('PATCH', `/tasks/${task.id}`, { priority: 'urgent' })
    await stage.api('PATCH', `/tasks/${task.id}`, { fields: { port: 'Hamburg', weight: 7 } })
    await stage.api('PATCH', `/tasks/${task.id}`, { fields: { port: 'Bremen', weight: 7 } })
    const other = await stage.api<Task>('POST', '/tasks', { title: 'Gone soon' })
    await stage.api('DELETE', `/tasks/${other.id}`)
    const webhook = await stage.api<WebhookWithSecret>('POST', '/webhooks', {
      url: `${stage.receiver.url}/hook?password=open-sesame`,
    })
    secret = webhook.secret ?? ''
  })
  const entries = () => scene.page.getByRole('main').getByRole('listitem')

  it('links each object, names each actor, and says what changed', async () => {
    const page = await open(scene, '/settings/audit')
    const changed = entries()
      .filter({ hasText: 'Normal' })
      .or(entries().filter({ hasText: 'urgent' }))
    await changed.first().getByText('priority normal → urgent').waitFor()
    await changed.first().getByText('API key …').waitFor()
    await entries().filter({ hasText: 'Task, deleted' }).first().waitFor()
    await changed
      .first()
      .getByRole('link', { name: `T-${task.number}` })
      .click()
    await page.waitForURL(`**/tasks/T-${task.number}`)
    await page.goBack()
    await entries().first().waitFor()
  })

  it('shows values before and after, field by field, and no secret', async () => {
    const page = await open(scene, `/settings/audit?object=T-${task.number}&action=task.updated`)
    await page.getByRole('button', { name: 'task.updated', exact: true }).first().press('Enter')
    await page.getByText('fields.port', { exact: true }).waitFor()
    await page.getByRole('group', { name: 'Before' }).getByText('Hamburg').waitFor()
    await page.getByRole('group', { name: 'After' }).getByText('Bremen').waitFor()
    assert.equal(await page.getByText('fields.weight', { exact: true }).count(), 0)
    await open(scene, '/settings/audit?action=webhook.created')
    await page.getByRole('button', { name: 'webhook.created', exact: true }).click()
    await page.getByText('Only this object').waitFor()
    assert.ok(!(await page.content()).includes(secret))
  })

  it('keeps filters in the URL, also when they are chosen from an entry', async () => {
    const page = await open(scene, '/settings/audit')
    await entries().first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(`t-${task.number}`)
    await page.keyboard.press('Enter')
    await becomes('only entries of the task are shown', () => entries().count(), 4)
    await page
      .getByRole('combobox', { name: 'Action' })
      .or(page.getByLabel('Action').and(page.locator('input')))
      .first()
      .click()
    await page.getByRole('option', { name: 'task.created' }).click()
    await becomes('one action is left', () => entries().count(), 1)
    await page.keyboard.press('Escape')
    await page.getByLabel('Actor').and(page.locator('input')).click()
    await page.getByRole('option', { name: 'API key', exact: true }).click()
    const search = new URL(page.url()).searchParams
    assert.deepEqual(Object.fromEntries(search), {
      object: `t-${task.number}`,
      action: 'task.created',
      by: 'key',
    })
    await page.reload()
    await becomes('the filters are kept', () => entries().count(), 1)
    await page.getByRole('button', { name: 'task.created', exact: true }).click()
    await page.getByRole('button', { name: 'Only this actor' }).click()
    await page.waitForURL(/by=key%3A|by=key:/)
    await page.goBack()
    await page.waitForURL(/by=key(&|$)/)
  })

  it('exports what the filters match', async () => {
    const { page } = scene
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export', exact: true }).click()
    const text = await readText(await (await download).createReadStream())
    assert.equal(text.trimEnd().split('\r\n').length, 2)
    assert.match(text, /task\.created,.*Customs form lacks HS code/)
  })

  it('says when nothing matches, and why an object is not accepted', async () => {
    const page = await open(scene, '/settings/audit?object=T-999999')
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'tenant.created' }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    await page.getByLabel('Object number or ID').fill('customs')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a task number').waitFor()
    await open(scene, '/settings/audit?span=custom&until=2001-01-01T00:00:00Z')
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor()
  })

  it('names what failed to load, and tries again', async () => {
    const { page } = scene
    await page.route('**/api/audit?**', (route) => route.abort())
    await open(scene, '/settings/audit?span=week')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/audit?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await entries().first().waitFor()
  })
})
