// A CRM beside the service: what a task is about stands on its page, and what happens to the task happens there too.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Integration, Task } from '@task-service/contract'
import { type Emulator, startEmulator } from '../../integrations/hubspot/testing/emulator.ts'
import { seed } from '../../integrations/hubspot/testing/world.ts'
import { until } from '../operate/until.ts'
import { open, useScene } from './harness/scene.ts'

const LONG_MS = 60_000

describe('a task of a CRM', () => {
  const scene = useScene()
  let hubspot: Emulator
  let remote: string
  let task: Task

  before(async () => {
    hubspot = await startEmulator()
    const { controls } = hubspot
    remote = controls.create({ properties: { hs_task_subject: 'Send the offer' } }).id
    const contact = controls.create({
      kind: 'contacts',
      properties: { firstname: 'Carla', lastname: 'Customer', email: 'carla@customer.test' },
    })
    const deal = controls.create({
      kind: 'deals',
      properties: { dealname: 'Forty cranes', amount: '125000' },
    })
    controls.link({ task: remote, kind: 'contacts', to: contact.id })
    controls.link({ task: remote, kind: 'deals', to: deal.id })
    const { id } = await scene.stage.api<Integration>('POST', '/integrations', {
      provider: 'hubspot',
      name: 'Sales',
      config: {
        base_url: hubspot.origin,
        app_url: 'https://app.hubspot.test',
        portal_id: seed.portalId,
      },
    })
    await scene.stage.api('PUT', `/integrations/${id}/credential`, {
      secrets: { token: seed.token },
    })
    const find = async () =>
      (await scene.stage.api<{ data: Task[] }>('GET', '/tasks?q=offer')).data[0]
    task = await until('the task is here', find, LONG_MS)
  })
  after(() => hubspot?.close())

  it('shows the contact and the deal it is about', async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.getByRole('tab', { name: 'Links' }).click()
    await page.getByText('in sync').waitFor()
    for (const text of ['Carla Customer', 'carla@customer.test', 'Forty cranes', '125000']) {
      await page.getByText(text).first().waitFor()
    }
  })

  it('is completed there when it is completed here', async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.getByRole('button', { name: /^Complete/ }).click()
    const read = () => hubspot.controls.readAll().tasks.find(({ id }) => id === remote)
    const isDone = async () => read()?.properties['hs_task_status'] === 'COMPLETED'
    await until('HubSpot has it completed', isDone, LONG_MS)
    const isSettled = async () =>
      (await scene.stage.api<Task>('GET', `/tasks/${task.id}`)).settled_at !== null
    await until('the task is settled', isSettled, LONG_MS)
    assert.deepEqual(hubspot.controls.takeViolations(), [])
  })
})
