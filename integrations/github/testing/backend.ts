// The emulator as a backend of the conformance suite: another user's changes, and messages as GitHub signs them.
import { createHmac, randomUUID } from 'node:crypto'
import type { RemoteRef } from '@task-service/kit'
import type { Backend, SignedMessage } from '@task-service/kit/testing'
import { type Emulator, startEmulator } from './emulator.ts'
import { issueShape, repositoryShape, userShape } from './objects.ts'
import { type IssueRow, seed } from './world.ts'

export type EmulatorBackend = Backend & { emulator: () => Emulator }

const webhookSecret = 'a-secret-of-the-emulator'

/** A message may be about an issue that the emulator never had. */
const unknownIssue: Omit<IssueRow, 'number'> = {
  id: 1,
  title: 'An issue',
  body: null,
  state: 'open',
  state_reason: null,
  labels: [],
  assignees: [],
  author: seed.self,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  closed_at: null,
  closed_by: null,
  pull: false,
}

const numberOf = ({ id }: RemoteRef): number => Number(id)

/** A user of GitHub's web interface. */
function createOtherUser(controls: () => Emulator['controls']): Backend['otherUser'] {
  return {
    async create({ title, description }) {
      const { number } = controls().createIssue({ title, body: description ?? null })
      return { id: String(number) }
    },
    async edit(ref, { title, description }) {
      controls().editIssue({
        number: numberOf(ref),
        ...(title !== undefined && { title }),
        ...(description !== undefined && { body: description }),
      })
    },
    comment: async (ref, body) => void controls().createComment({ number: numberOf(ref), body }),
    close: async (ref) => void controls().editIssue({ number: numberOf(ref), state: 'closed' }),
    reopen: async (ref) => void controls().editIssue({ number: numberOf(ref), state: 'open' }),
    remove: async (ref) => controls().deleteIssue({ number: numberOf(ref) }),
  }
}

export function createBackend(): EmulatorBackend {
  let started: Emulator | undefined
  const emulator = (): Emulator => {
    if (started === undefined) throw new Error('the emulator has not started')
    return started
  }
  const controls = (): Emulator['controls'] => emulator().controls
  const find = (ref: RemoteRef) =>
    controls()
      .readAll()
      .issues.find(({ number, gone }) => number === numberOf(ref) && gone === undefined)
  return {
    name: 'the emulator',
    example: {
      config: { base_url: 'https://api.github.com', owner: seed.owner, repo: seed.repo },
    },
    emulator,
    async start() {
      started = await startEmulator()
    },
    stop: async () => started?.close(),
    config: () => ({ base_url: emulator().origin, owner: seed.owner, repo: seed.repo }),
    secrets: () => ({ token: seed.token, webhook_secret: webhookSecret }),
    otherUser: createOtherUser(controls),
    async read(ref) {
      const row = find(ref)
      if (row === undefined) return 'gone'
      const comments = controls()
        .readAll()
        .comments.filter(({ number }) => number === row.number)
      return {
        title: row.title,
        description: row.body ?? '',
        closed: row.state === 'closed',
        comments: comments.map(({ body }) => body),
      }
    },
    count: async () =>
      controls()
        .readAll()
        .issues.filter(({ gone, pull }) => gone === undefined && !pull).length,
    async backdate(ref, at) {
      const row = find(ref)
      if (row === undefined) throw new Error(`no issue ${ref.id}`)
      const updated_at = `${at.toISOString().slice(0, 19)}Z`
      controls()
        .look()
        .world.tables.put('issues', row.number, { ...row, updated_at })
    },
    webhook: { sign: (ref, options) => sign(emulator(), ref, options) },
    refusalBody: (status) => ({
      body: JSON.stringify({ message: `Refused by GitHub with ${status}`, status: String(status) }),
      says: `Refused by GitHub with ${status}`,
    }),
  }
}

function sign(
  { controls, origin }: Emulator,
  ref: RemoteRef,
  options: { kind?: 'changed' | 'deleted'; deliveryId?: string } = {},
): SignedMessage {
  const { kind = 'changed', deliveryId = randomUUID() } = options
  const { world } = controls.look()
  const issue: IssueRow = world.tables.find('issues', ref.id) ?? {
    ...unknownIssue,
    number: numberOf(ref),
  }
  const body = JSON.stringify({
    action: kind === 'deleted' ? 'deleted' : 'edited',
    issue: issueShape(world, origin, issue),
    repository: repositoryShape(world, origin),
    sender: userShape(world, origin, seed.people[0]),
  })
  const mac = createHmac('sha256', webhookSecret).update(body).digest('hex')
  return {
    method: 'POST',
    url: 'https://tasks.test/hooks/1',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-github-delivery': deliveryId,
      'x-hub-signature-256': `sha256=${mac}`,
    },
    body,
  }
}
