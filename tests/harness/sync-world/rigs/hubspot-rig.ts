// HubSpot's model, held against HubSpot's own client, as the proofs of sync need it.

import type { Controls } from '../../../../integrations/hubspot/testing/emulator.ts'
import { seed } from '../../../../integrations/hubspot/testing/world.ts'
import { toHtml } from '../../../../integrations/hubspot/text.ts'
import type { SyncRig } from '../sync-rig.ts'
import { startEmulatedVendor } from './emulated-vendor.ts'
import { hubspotAnswers } from './hubspot-answers.ts'
import { aboutTask, agreement } from './hubspot-records.ts'

type Made = ReturnType<Controls['create']>
type All = ReturnType<Controls['readAll']>

export async function startHubspotRig(): Promise<SyncRig> {
  const vendor = await startEmulatedVendor('hubspot')
  const { control } = vendor
  const edit = (id: string, properties: Record<string, string>) =>
    control<void>('edit', { id, properties })
  const create = (title: string, description?: string) =>
    control<Made>('create', {
      properties: {
        hs_task_subject: title,
        ...(description !== undefined && { hs_task_body: toHtml(description) }),
      },
    })
  const all = () => control<All>('readAll')
  return {
    provider: 'hubspot',
    config: {
      base_url: vendor.origin,
      app_url: 'https://app.hubspot.test',
      portal_id: seed.portalId,
    },
    secrets: { token: seed.token, client_secret: 'never-used' },
    hands: {
      create: async ({ title, description }) => ({ id: (await create(title, description)).id }),
      edit: ({ id }, { title, description }) =>
        edit(id, {
          ...(title !== undefined && { hs_task_subject: title }),
          ...(description !== undefined && { hs_task_body: toHtml(description) }),
        }),
      close: ({ id }) => edit(id, { hs_task_status: 'COMPLETED' }),
      reopen: ({ id }) => edit(id, { hs_task_status: 'NOT_STARTED' }),
      comment: () => Promise.reject(new Error('a task in HubSpot has no comments')),
      remove: ({ id }) => control('archive', { id }),
    },
    hasComments: false,
    async read({ id }) {
      const found = (await all()).tasks.find((task) => task.id === id)
      if (!found) return 'gone'
      return {
        title: found.properties['hs_task_subject'] ?? '',
        description: found.properties['hs_task_body'] ?? '',
        closed: found.properties['hs_task_status'] === 'COMPLETED',
        comments: [],
      }
    },
    count: async () => (await all()).tasks.length,
    async fill(count) {
      for (let at = 0; at < count; at++) await create(`Task ${at}`)
    },
    listFaults: async () =>
      (await control<ReturnType<Controls['listViolations']>>('listViolations')).map((violation) =>
        JSON.stringify(violation),
      ),
    answers: hubspotAnswers(vendor),
    extras: [aboutTask(vendor)],
    atEnd: [agreement(vendor)],
    kill: vendor.kill,
    restart: vendor.restart,
    stop: vendor.stop,
  }
}
