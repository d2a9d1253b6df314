// The life of one integration, with everything that touches its credential: connected, tried, refused, replaced, read, written,
// received, failed; at a vendor that repeats the credential wherever it can.
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionCheck, Integration, Link, SyncRun, WriteBack } from '@task-service/contract'
import type { Emulator } from '../../integrations/github/testing/emulator.ts'
import { seed } from '../../integrations/github/testing/world.ts'
import { type Canary, formsOf } from '../../tests/harness/canary/canaries.ts'
import type { WatchedService } from './watched-service.ts'

/** One for each integration. */
export type Credential = {
  token: Canary
  webhookSecret: Canary
  /** Entered in the place of the token, and never right. */
  wrong: Canary | undefined
  /** Only tried, never stored. */
  tried: Canary | undefined
}

export type Journey = {
  /** While its credential cannot be opened. */
  useWithoutKey: () => Promise<void>
  useAgain: () => Promise<void>
}

const TIMEOUT_MS = 60_000
const REFUSALS = [401, 403, 404, 422, 500, 503] as const

const bare = { expect: 200 }
const ask = (expect: number) => ({ method: 'POST', expect })
const post = (body: unknown, expect = 200) => ({ method: 'POST', body, expect })

const everyForm = (...canaries: Canary[]): string =>
  canaries.flatMap(({ value }) => [...formsOf(value).values()]).join('\n')

export async function travel(
  service: WatchedService,
  emulator: Emulator | undefined,
  credential: Credential,
  at: number,
): Promise<Journey> {
  if (!emulator) throw new Error('there is no vendor')
  const { token } = credential
  const { controls } = emulator
  controls.grant({ token: token.value, login: seed.self, issues: 'write', hooks: true, push: true })
  repeatInItems(emulator, credential)
  if (credential.tried) await tryOnce(service, emulator, credential.tried)
  const id = await connect(service, emulator, credential)
  const path = `/api/integrations/${id}`
  service.noteProcesses()
  await writeBack(service, emulator, id, at)
  await hearFromVendor(service, emulator, id, credential)
  await beRefused(service, emulator, path, credential, at)
  if (credential.wrong) await replace(service, emulator, path, credential.wrong, token)
  return {
    async useWithoutKey() {
      const { state } = await service.call<Integration>(path, bare)
      if (state !== 'needs_reentry') throw new Error(`without its key an integration is ${state}`)
      await service.call(`${path}/check`, ask(409))
      await hear(service, id, `sha256=${credential.webhookSecret.value}`, '{}', 401)
    },
    async useAgain() {
      const { ok } = await service.call<ConnectionCheck>(`${path}/check`, ask(200))
      if (!ok) throw new Error('a credential was lost for good')
    },
  }
}

const configOf = ({ origin }: Emulator) => ({
  base_url: origin,
  owner: seed.owner,
  repo: seed.repo,
})

function repeatInItems({ controls }: Emulator, { token, webhookSecret }: Credential): void {
  const said = everyForm(token, webhookSecret)
  const { number } = controls.createIssue({ title: `Says ${token.value}`, body: said })
  controls.createComment({ number, body: said })
  controls.createIssue({ title: 'Says nothing' })
}

async function tryOnce(service: WatchedService, emulator: Emulator, tried: Canary): Promise<void> {
  const { controls } = emulator
  const body = { provider: 'github', config: configOf(emulator), secrets: { token: tried.value } }
  controls.addFault({ kind: 'status', status: 401, body: refusalOf(tried), times: 1 })
  const { ok } = await service.call<ConnectionCheck>('/api/integrations/check', post(body))
  if (ok) throw new Error('a credential that was never issued was accepted')
  controls.clearFaults()
  await service.call('/api/integrations/check', post({ ...body, config: tried.value }, 400))
}

/** In the words of the vendor, which are shown to people. */
const refusalOf = (...canaries: Canary[]) => ({
  message: `Bad credentials: ${canaries.map(({ value }) => value).join(', ')}`,
  echo: everyForm(...canaries),
  documentation_url: `https://docs.example/?token=${encodeURIComponent(canaries[0]?.value ?? '')}`,
})

async function connect(
  service: WatchedService,
  emulator: Emulator,
  { token, webhookSecret }: Credential,
): Promise<string> {
  const config = configOf(emulator)
  const { id } = await service.call<Integration>(
    '/api/integrations',
    post({ provider: 'github', name: `Of ${token.name}`, config, poll_seconds: 86_400 }, 201),
  )
  const path = `/api/integrations/${id}`
  const secrets = { token: token.value, webhook_secret: webhookSecret.value }
  await service.call(`${path}/credential`, { method: 'PUT', body: { secrets }, expect: 200 })
  const { ok } = await service.call<ConnectionCheck>(`${path}/check`, ask(200))
  if (!ok) throw new Error('a good credential was refused')
  await service.call(`${path}/preview`, post({}))
  for (const what of ['people', 'statuses', 'containers']) {
    await service.call(`${path}/discover?what=${what}`, bare)
  }
  await service.call(`${path}/webhook`, ask(200))
  await readOnce(service, path, 'succeeded')
  return id
}

async function readOnce(
  service: WatchedService,
  path: string,
  wanted: 'succeeded' | 'failed',
): Promise<void> {
  const listRuns = async () => (await service.call<{ data: SyncRun[] }>(`${path}/runs`, bare)).data
  const before = (await listRuns()).filter(({ ended_at: ended }) => ended !== null)
  await service.call(`${path}/sync`, post({ full: true }, 202))
  await until(`a reading of ${path} has ${wanted}`, async () => {
    const [last] = await listRuns()
    return last?.state === wanted && last.id !== before[0]?.id
  })
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const begun = Date.now(); !(await isSo()); await sleep(250)) {
    if (Date.now() - begun > TIMEOUT_MS) throw new Error(`it never came that ${what}`)
  }
}

async function writeBack(
  service: WatchedService,
  { controls }: Emulator,
  id: string,
  at: number,
): Promise<void> {
  const { data } = await service.call<{ data: Link[] }>(`/api/links?integration=${id}`, bare)
  const plain = data.find(({ external_id: number }) => number === '2')
  if (data.length !== 2 || !plain) throw new Error('not everything was linked')
  // It takes a while until such a one is tried again: once is enough.
  if (at === 0) controls.addFault({ kind: 'lost', method: 'PATCH', times: 1 })
  await service.call(`/api/tasks/${plain.task_id}`, {
    method: 'PATCH',
    body: { title: 'Changed here' },
    expect: 200,
  })
  await until('the change is confirmed', async () => {
    const path = `/api/write-backs?integration=${id}&state=confirmed`
    return (await service.call<{ data: WriteBack[] }>(path, bare)).data.length > 0
  })
  controls.clearFaults()
  for (const link of data) {
    await service.call(`/api/links/${link.id}/explain`, bare)
    await service.call(`/api/tasks/${link.task_id}`, bare)
    await service.call(`/api/tasks/${link.task_id}/activity`, bare)
    await service.call(`/api/tasks/${link.task_id}/comments`, bare)
  }
}

async function hearFromVendor(
  service: WatchedService,
  { controls }: Emulator,
  id: string,
  { webhookSecret }: Credential,
): Promise<void> {
  const message = JSON.stringify({ action: 'edited', said: everyForm(webhookSecret) })
  const signed = createHmac('sha256', webhookSecret.value).update(message).digest('hex')
  await hear(service, id, `sha256=${signed}`, message, 202)
  await hear(service, id, `sha256=${webhookSecret.value}`, message, 401)
  await hear(service, id, `sha256=${'0'.repeat(64)}`, message, 401)
  await controls.settle()
}

async function hear(
  service: WatchedService,
  id: string,
  signature: string,
  text: string,
  expect: number,
): Promise<void> {
  const headers = {
    'x-github-event': 'issues',
    'x-github-delivery': randomUUID(),
    'x-hub-signature-256': signature,
  }
  await service.call(`/hooks/${id}`, { method: 'POST', text, headers, expect })
}

/** With the credential in every part of an answer: in its text, its headers and where it points to. */
async function beRefused(
  service: WatchedService,
  { controls }: Emulator,
  path: string,
  { token, webhookSecret }: Credential,
  at: number,
): Promise<void> {
  const body = refusalOf(token, webhookSecret)
  const headers = { 'x-echo': token.value, location: `/?token=${encodeURIComponent(token.value)}` }
  const status = REFUSALS[at % REFUSALS.length] ?? 500
  controls.addFault({ kind: 'status', status, body, headers })
  await readOnce(service, path, 'failed')
  await service.call(`${path}/check`, ask(200))
  await service.call(`${path}/discover?what=people`, { expect: 502 })
  await service.call(path, bare)
  controls.clearFaults()
}

/** Also in requests that are refused for their form. */
async function replace(
  service: WatchedService,
  { controls }: Emulator,
  path: string,
  wrong: Canary,
  right: Canary,
): Promise<void> {
  const { value } = wrong
  const put = (body: unknown, expect: number) =>
    service.call(`${path}/credential`, { method: 'PUT', body, expect })
  await put({ secrets: { unknown: value } }, 400)
  await put({ secrets: { token: value }, more: value }, 400)
  await put({ secrets: { token: [value] } }, 400)
  await put({ secrets: value }, 400)
  await service.call(`${path}/credential`, {
    method: 'PUT',
    text: `{"secrets":{"token":${JSON.stringify(value)}`,
    expect: 400,
  })
  await put({ secrets: { token: value } }, 200)
  controls.addFault({ kind: 'status', status: 401, body: refusalOf(wrong) })
  await readOnce(service, path, 'failed')
  await service.call(`${path}/check`, ask(200))
  controls.clearFaults()
  await put({ secrets: { token: right.value } }, 200)
  await readOnce(service, path, 'succeeded')
}
