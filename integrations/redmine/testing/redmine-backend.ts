// The real Redmine as a backend of the conformance suite.
import { createHmac } from 'node:crypto'
import type { Backend, WebhookBench } from '@task-service/kit/testing'
import { isRedmineInstalled } from './redmine-program.ts'
import { keys, project, type RedmineServer, startRedmine } from './redmine-server.ts'

/** Where tests are trusted to have run, a missing Redmine is a failure and no excuse. */
export function skipWithoutRedmine(): string | false {
  if (isRedmineInstalled() || process.env['CI'] === 'true') return false
  return 'NO REDMINE HERE: run tools/redmine/install.sh as root to have these tests'
}

const webhookSecret = 'a secret that Redmine signs with'

/** As Redmine 7 sends it; Debian's is older and sends none. */
const sign: WebhookBench['sign'] = (ref, { kind = 'changed', sentAt = new Date() } = {}) => {
  const isDeleted = kind === 'deleted'
  const user = { id: 6, name: 'alice Test' }
  const issue = {
    id: Number(ref.id),
    project: { id: 1, name: 'Sync' },
    subject: 'Changed',
    created_on: ref.createdAt,
  }
  const journal = { id: 1, created_on: sentAt.toISOString(), notes: '', user, details: [] }
  const body = JSON.stringify({
    type: isDeleted ? 'issue.deleted' : 'issue.updated',
    timestamp: sentAt.toISOString(),
    data: isDeleted ? { issue } : { issue, journal },
  })
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
  return {
    method: 'POST',
    url: '/hooks/1',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Redmine',
      'X-Redmine-Signature-256': `sha256=${signature}`,
    },
    body,
  }
}

export function createRedmineBackend(): Backend {
  let running: RedmineServer | undefined
  const server = (): RedmineServer => {
    if (running === undefined) throw new Error('Redmine is not running')
    return running
  }
  const text = 'text_format'
  return {
    name: 'Redmine (Debian)',
    example: { config: { url: 'https://redmine.example.com', project, [text]: 'markdown' } },
    async start() {
      running = await startRedmine()
    },
    async stop() {
      await running?.stop()
    },
    config: () => ({ url: server().url, project, [text]: 'markdown' }),
    secrets: () => ({ api_key: keys.syncbot, webhook_secret: webhookSecret }),
    otherUser: {
      create: (words) => server().alice.create(words),
      edit: (ref, words) => server().alice.edit(ref, words),
      comment: (ref, body) => server().alice.comment(ref, body),
      close: (ref) => server().alice.close(ref),
      reopen: (ref) => server().alice.reopen(ref),
      remove: (ref) => server().alice.remove(ref),
    },
    read: (ref) => server().alice.read(ref),
    count: () => server().alice.count(),
    backdate: async (ref, at) => server().backdate(ref, at),
    reusesIds: true,
    webhook: { sign },
    refusalBody: (status) => ({
      body: JSON.stringify({ errors: [`Redmine says no to this (${status})`] }),
      says: 'Redmine says no to this',
    }),
  }
}
