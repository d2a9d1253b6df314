// What only a CRM has: HubSpot's own client agrees with every task, and what a task is about stands on it.
import { Client } from '@hubspot/api-client'
import type { Link, Task } from '@task-service/contract'
import type { Controls } from '../../../../integrations/hubspot/testing/emulator.ts'
import { seed } from '../../../../integrations/hubspot/testing/world.ts'
import { splitMark, toMarkdown } from '../../../../integrations/hubspot/text.ts'
import { until } from '../../clients/api-client.ts'
import type { Extra } from '../sync-rig.ts'
import type { EmulatedVendor } from './emulated-vendor.ts'

type Made = ReturnType<Controls['create']>

export const contact = { firstname: 'Carla', lastname: 'Customer', email: 'carla@customer.test' }
export const deal = { dealname: 'Forty cranes', amount: '125000' }

export function aboutTask({ control }: EmulatedVendor): Extra {
  return {
    name: 'contact and deal',
    async play(world, [link]) {
      if (!link) return ['there is no item']
      const task = link.external_id ?? ''
      const records = [
        ['contacts', await control<Made>('create', { kind: 'contacts', properties: contact })],
        ['deals', await control<Made>('create', { kind: 'deals', properties: deal })],
      ] as const
      for (const [kind, { id: to }] of records) await control('link', { task, kind, to })
      await control('edit', { id: task, properties: { hs_task_subject: 'About a contact' } })
      await world.client.ask('POST', `/api/integrations/${world.integrationId}/sync`, {})
      const shown = await until(
        'contact and deal',
        () => world.client.ask<Link>('GET', `/api/links/${link.id}`),
        ({ context }) => context.length === 2,
      )
      const [person, offer] = shown.context
      return [
        ...(person?.kind === 'contact' && person.title === 'Carla Customer'
          ? []
          : [`the contact is ${JSON.stringify(person)}`]),
        ...(offer?.kind === 'deal' && offer.facts.some(({ value }) => value === deal.amount)
          ? []
          : [`the deal is ${JSON.stringify(offer)}`]),
      ]
    },
  }
}

const properties = [
  'hs_task_subject',
  'hs_task_body',
  'hs_task_status',
  'hs_task_priority',
  'hs_timestamp',
]

export function agreement(vendor: EmulatedVendor): Extra {
  return {
    name: 'HubSpot’s own client',
    async play({ client, integrationId }) {
      const hubspot = new Client({ accessToken: seed.token, basePath: vendor.origin })
      const objects = await readAll(hubspot)
      const byId = new Map(objects.map((object) => [object.id, object.properties]))
      const all = await client.list<Link>(`/api/links?integration=${integrationId}`)
      const links = all.filter(({ state }) => state !== 'gone')
      const tasks = new Map((await client.list<Task>('/api/tasks')).map((task) => [task.id, task]))
      const faults = links.flatMap((link) => {
        const object = byId.get(link.external_id ?? '')
        const task = tasks.get(link.task_id)
        if (!object || !task) return [`${link.external_key} is not on both sides`]
        return differences(object, task).map((field) => `${link.external_key}: ${field} differs`)
      })
      if (objects.length !== links.length) {
        faults.push(`the client sees ${objects.length} tasks, there are ${links.length} links`)
      }
      return faults
    },
  }
}

async function readAll(client: Client) {
  const { basicApi } = client.crm.objects.tasks
  const all = []
  for (let after: string | undefined; ; ) {
    const { results, paging } = await basicApi.getPage(100, after, properties)
    all.push(...results)
    after = paging?.next?.after
    if (after === undefined) return all
  }
}

function differences(object: Record<string, string | null>, task: Task): string[] {
  const { html } = splitMark(object['hs_task_body'] ?? '')
  const due = object['hs_timestamp']
  const same = {
    title: object['hs_task_subject'] === task.title,
    description: toMarkdown(html) === task.description,
    status: (object['hs_task_status'] === 'COMPLETED') === (task.status === 'completed'),
    // HubSpot wants a date of every task; one that was made here without keeps none here.
    due_at:
      task.due_at === null
        ? task.origin.kind !== 'integration'
        : Date.parse(due ?? '') === Date.parse(task.due_at),
  }
  return Object.entries(same).flatMap(([field, isSame]) => (isSame ? [] : [field]))
}
