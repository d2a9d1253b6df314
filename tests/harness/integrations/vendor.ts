// A tracker at an address that the egress of the tests is open for, and what it was sent.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { findDeployment } from '../deployment.ts'

/** Of the many loopback addresses one that nothing else uses; all others stay closed. A deployment has another loopback. */
export const VENDOR_ADDRESS = findDeployment()?.vendorAddress ?? '127.77.0.1'

export const GOOD_TOKEN = 'tok-good-8d2f'
/** Accepted, and may do nothing. */
export const WEAK_TOKEN = 'tok-weak-1c0a'

export type VendorRequest = {
  method: string
  path: string
  authorization: string | undefined
  body: string
}

export type Vendor = {
  url: string
  requests: VendorRequest[]
  /** What `/items` has. */
  items: Item[]
  /** Rights that `/me` says are missing. */
  missing: string[]
  /** Answered instead, whatever is asked. */
  broken: number | null
  /** While it is set, answers wait for it. */
  hold: Promise<void> | null
  close: () => Promise<void>
}

type Item = { id: string; title: string; status: string; priority: string; person: string | null }

const statuses = [
  { id: 'new', name: 'New', group: 'open' },
  { id: 'doing', name: 'Doing', group: 'started' },
  { id: 'closed', name: 'Closed', group: 'done' },
]
const priorities = [
  { id: 'p1', name: 'High' },
  { id: 'p2', name: 'Normal' },
]
const people = [{ id: 'u7', name: 'Ada', email: 'ada@example.com' }]

export async function startVendor(): Promise<Vendor> {
  const vendor: Vendor = {
    url: '',
    requests: [],
    items: [{ id: '12', title: 'Broken door', status: 'new', priority: 'p1', person: 'u7' }],
    missing: [],
    broken: null,
    hold: null,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => void answer(vendor, request, response))
  server.listen(0, VENDOR_ADDRESS)
  await once(server, 'listening')
  vendor.url = `http://${VENDOR_ADDRESS}:${(server.address() as AddressInfo).port}` // it listens on a port
  return vendor
}

async function answer(
  vendor: Vendor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url: path = '', headers } = request
  const { authorization } = headers
  vendor.requests.push({ method, path, authorization, body: await text(request) })
  await vendor.hold
  const [status, body] = reply(vendor, method, path, authorization)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

function reply(
  vendor: Vendor,
  method: string,
  path: string,
  authorization: string | undefined,
): [number, unknown?] {
  if (vendor.broken !== null) return [vendor.broken, { error: 'broken' }]
  if (authorization === `Bearer ${WEAK_TOKEN}`) return [403, { error: 'no rights' }]
  if (authorization !== `Bearer ${GOOD_TOKEN}`) return [401, { error: 'bad token' }]
  if (method === 'POST' && path === '/hooks') return [201, { id: 'h1' }]
  if (method === 'DELETE') return [path === '/hooks/h1' ? 204 : 404]
  const { items, missing } = vendor
  const tables: Record<string, unknown> = {
    '/me': { id: 'u1', name: 'Robot', missing, items },
    '/containers': [{ id: 'door', name: 'Doors' }],
    '/statuses': statuses,
    '/priorities': priorities,
    '/people': people,
    '/fields': [],
    '/items': items,
  }
  return path in tables ? [200, tables[path]] : [404, { error: 'nothing there' }]
}

let shared: Promise<Vendor> | undefined

/** One for the test file that asks. */
export function testVendor(): Promise<Vendor> {
  shared ??= startVendor()
  return shared
}

after(async () => {
  await (await shared)?.close()
})
