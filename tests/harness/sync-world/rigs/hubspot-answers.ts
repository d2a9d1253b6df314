// What HubSpot documents that it may answer, brought about at its model: by its own state where it has one for it.
import type { VendorFault } from '@task-service/kit/testing'
import type { Controls } from '../../../../integrations/hubspot/testing/emulator.ts'
import { seed } from '../../../../integrations/hubspot/testing/world.ts'
import { type Answer, type Answers, failing } from '../vendor-answer.ts'
import type { EmulatedVendor } from './emulated-vendor.ts'

const WAIT_SECONDS = 6

export function hubspotAnswers({ control }: EmulatedVendor): Answers {
  const addFault = (fault: VendorFault) => control('addFault', fault)
  const { token, scopes } = seed
  const grant = (given: readonly string[]) => control('grant', { token, scopes: given })
  const search = { method: 'POST', path: '/tasks/search', times: 1 }
  const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
    addFault({ kind: 'status', ...search, status, headers, body: { status: 'error', message } })
  return {
    listAsked: () => control<ReturnType<Controls['listRequests']>>('listRequests'),
    reading: [
      {
        name: '401',
        begin: () => control('revoke', { token }),
        end: () => grant(scopes),
        says: { state: 'auth_failed', kind: 'auth', text: /Authentication/, fix: /token/ },
        remedy: 'credential',
      },
      {
        name: '403 for want of a scope',
        begin: () => grant(['crm.objects.owners.read']),
        end: () => grant(scopes),
        says: { state: 'forbidden', kind: 'forbidden', fix: /crm\.objects\.contacts\.read/ },
        remedy: 'check',
      },
      {
        name: '429',
        begin: () => refuse(429, 'Too many', { 'retry-after': String(WAIT_SECONDS) }),
        says: failing('rate_limited'),
        waitMs: WAIT_SECONDS * 1_000,
      },
      {
        name: '502',
        begin: () => refuse(502, 'Bad gateway'),
        says: { ...failing('transient'), text: /Bad gateway/ },
        full: true,
      },
      {
        name: 'half a list',
        begin: () => addFault({ kind: 'half', ...search }),
        says: failing('transient'),
      },
      {
        name: 'no answer',
        begin: () => addFault({ kind: 'timeout', ...search }),
        says: failing('transient'),
        full: true,
      },
    ],
    writing: writing(addFault),
    creating: (['lost', 'half'] as const).map((kind) => ({
      name: `an answer that was ${kind === 'lost' ? 'lost' : 'cut off'}`,
      begin: () => addFault({ kind, method: 'POST', ends: '/objects/tasks', times: 1 }),
      says: { kind: 'transient' },
    })),
  }
}

const write = (id: string) => ({ method: 'PATCH', path: `/tasks/${id}`, times: 1 })

function writing(addFault: (fault: VendorFault) => Promise<unknown>): Answer[] {
  const refuse = (id: string, status: number, message: string) =>
    addFault({ kind: 'status', ...write(id), status, body: { status: 'error', message } })
  return [
    {
      name: '403 to a write',
      begin: ({ id }) => refuse(id, 403, 'This app has no such scope'),
      says: { kind: 'forbidden', text: /no such scope/ },
    },
    {
      name: '400 to a write',
      begin: ({ id }) => refuse(id, 400, 'Property values were not valid'),
      says: { kind: 'invalid', text: /not valid/ },
      remedy: 'retry',
    },
    {
      name: '503 to a write',
      begin: ({ id }) => refuse(id, 503, 'Unavailable'),
      says: { kind: 'transient', text: /Unavailable/ },
    },
  ]
}
