// A HubSpot account that feeds the stage: its tasks with the contacts and deals they are about, read once.
import type { Integration, Link } from '@task-service/contract'
import { type Emulator, startEmulator } from '../../../integrations/hubspot/testing/emulator.ts'
import { seed } from '../../../integrations/hubspot/testing/world.ts'
import { until } from '../../operate/until.ts'
import type { Stage } from './stage.ts'

const subjects = [
  ['Call Harbour Foods about the late reefer', 'HIGH', 'NOT_STARTED'],
  ['Send the new rates to Bluefin Retail', 'MEDIUM', 'IN_PROGRESS'],
  ['Renew the frame contract with Northline', 'LOW', 'NOT_STARTED'],
  ['Ask Kestrel Imports for the packing list', 'MEDIUM', 'NOT_STARTED'],
  ['Visit the Rotterdam warehouse', 'NONE', 'COMPLETED'],
] as const

export type SampleAccount = { integration: Integration; link: Link }

export async function connectAccount(stage: Stage): Promise<SampleAccount> {
  const account = await startEmulator()
  stage.endWith(account.close)
  const first = fillAccount(account)
  const integration = await stage.api<Integration>('POST', '/integrations', {
    provider: 'hubspot',
    name: 'HubSpot sales',
    config: {
      base_url: account.origin,
      app_url: 'https://app.hubspot.test',
      portal_id: seed.portalId,
    },
  })
  await stage.api('PUT', `/integrations/${integration.id}/credential`, {
    secrets: { token: seed.token },
  })
  const findLink = async () => {
    const query = `integration=${integration.id}&limit=200`
    const { data } = await stage.api<{ data: Link[] }>('GET', `/links?${query}`)
    return data.length === subjects.length && data.find((one) => one.external_id === first)
  }
  const link = await until('the account was read', findLink, 60_000)
  return { integration, link }
}

/** The first task, which it gives back, is about a person and a sale. */
function fillAccount({ controls }: Emulator): string {
  const tomorrow = String(Date.now() + 26 * 3_600_000)
  const made = subjects.map(([subject, priority, status]) =>
    controls.create({
      properties: {
        hs_task_subject: subject,
        hs_task_body: `<p>${subject}, before the end of the week.</p>`,
        hs_task_priority: priority,
        hs_task_status: status,
        hs_timestamp: tomorrow,
      },
    }),
  )
  const task = made[0]?.id ?? ''
  const about = [
    ['contacts', { firstname: 'Ida', lastname: 'Marsh', email: 'ida@harbour.test' }],
    ['deals', { dealname: 'Harbour Foods, cold chain 2027', dealstage: 'contractsent' }],
  ] as const
  for (const [kind, properties] of about) {
    controls.link({ task, kind, to: controls.create({ kind, properties }).id })
  }
  return task
}
