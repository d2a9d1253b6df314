// The emulator as a backend of the conformance suite: another user's changes, and messages as HubSpot signs them.
import { createHmac } from 'node:crypto'
import type { RemoteRef } from '@task-service/kit'
import type { Backend, SignedMessage } from '@task-service/kit/testing'
import { toHtml } from '../text.ts'
import { type Emulator, startEmulator } from './emulator.ts'
import { type ObjectRow, seed } from './world.ts'

export type EmulatorBackend = Backend & { emulator: () => Emulator }

const clientSecret = 'a-client-secret-for-tests'

const wordsOf = ({ title, description }: { title?: string; description?: string }) => ({
  ...(title !== undefined && { hs_task_subject: title }),
  ...(description !== undefined && { hs_task_body: toHtml(description) }),
})

export function createBackend(): EmulatorBackend {
  let started: Emulator | undefined
  const emulator = (): Emulator => {
    if (started === undefined) throw new Error('the emulator has not started')
    return started
  }
  const controls = (): Emulator['controls'] => emulator().controls
  const edit = ({ id }: RemoteRef, properties: Record<string, string>): ObjectRow =>
    controls().edit({ id, properties })
  return {
    name: 'the emulator',
    example: {
      config: {
        base_url: 'https://api.hubapi.com',
        app_url: 'https://app.hubspot.com',
        portal_id: seed.portalId,
      },
    },
    emulator,
    async start() {
      started = await startEmulator()
    },
    stop: async () => started?.close(),
    config: () => ({
      base_url: emulator().origin,
      app_url: 'https://app.hubspot.test',
      portal_id: seed.portalId,
    }),
    secrets: () => ({ token: seed.token, client_secret: clientSecret }),
    otherUser: {
      async create(words) {
        const { id } = controls().create({ properties: wordsOf(words) })
        return { id }
      },
      edit: async (ref, words) => void edit(ref, wordsOf(words)),
      comment: () => Promise.reject(new Error('a task in HubSpot has no comments')),
      close: async (ref) => void edit(ref, { hs_task_status: 'COMPLETED' }),
      reopen: async (ref) => void edit(ref, { hs_task_status: 'NOT_STARTED' }),
      remove: async ({ id }) => controls().archive({ id }),
    },
    async read({ id }) {
      const row = controls()
        .readAll()
        .tasks.find((task) => task.id === id)
      if (row === undefined) return 'gone'
      return {
        title: row.properties['hs_task_subject'] ?? '',
        description: row.properties['hs_task_body'] ?? '',
        closed: row.properties['hs_task_status'] === 'COMPLETED',
        comments: [],
      }
    },
    count: async () => controls().readAll().tasks.length,
    webhook: { sign },
    refusalBody: (status) => ({
      body: JSON.stringify({ status: 'error', message: `HubSpot refused with ${status}` }),
      says: `HubSpot refused with ${status}`,
    }),
  }
}

function sign(
  ref: RemoteRef,
  { kind = 'changed', sentAt = new Date() }: { kind?: 'changed' | 'deleted'; sentAt?: Date } = {},
): SignedMessage {
  const method = 'POST'
  const url = 'https://tasks.test/hooks/1'
  const event = {
    eventId: 1,
    portalId: Number(seed.portalId),
    occurredAt: sentAt.getTime(),
    subscriptionType: kind === 'deleted' ? 'object.deletion' : 'object.propertyChange',
    attemptNumber: 0,
    objectId: Number(ref.id),
    objectTypeId: '0-27',
  }
  const body = JSON.stringify([event])
  const time = String(sentAt.getTime())
  const mac = createHmac('sha256', clientSecret).update(`${method}${url}${body}${time}`)
  const headers = {
    'content-type': 'application/json',
    'x-hubspot-signature-v3': mac.digest('base64'),
    'x-hubspot-request-timestamp': time,
  }
  return { method, url, headers, body }
}
