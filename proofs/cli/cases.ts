// How every command is called: with objects that exist, so that it succeeds.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

export type Case = {
  /** As in the table of commands. */
  name: string
  /** Called for each run: a task can be completed once. */
  args: (stage: Stage) => Promise<string[]> | string[]
  stdin?: string
  env?: Record<string, string>
  /** A command that does not end is interrupted when it has printed this. */
  until?: RegExp
}

const ofTask =
  (...words: string[]) =>
  async ({ newTask }: Stage): Promise<string[]> => {
    const { number } = await newTask()
    return words.map((word) => (word === '<task>' ? `T-${number}` : word))
  }

/** Once per run: an import that is repeated creates nothing. */
let files = 0
function writeRows({ folder }: Stage): string {
  const file = join(folder, `rows-${++files}.csv`)
  writeFileSync(file, `title,queue\n"Row ${files}",imported\n`)
  return file
}

const started = async (stage: Stage): Promise<string> => {
  const { id } = await stage.newTask()
  await stage.client.runs.take(id)
  return id
}

const latestRun = async ({ client }: Stage): Promise<string> => {
  await client.tasks.create({ title: 'To claim', queue: 'garden' })
  const { data } = await client.runs.claim({ agent: 'worker' })
  return data[0]?.run.id ?? ''
}

const delivery = async ({ client }: Stage): Promise<string> =>
  (await client.deliveries.log()).data[0]?.id ?? ''

export const cases: readonly Case[] = [
  { name: 'profile list', args: () => ['profile', 'list'] },
  { name: 'profile use', args: () => ['profile', 'use', 'saved'] },
  { name: 'list', args: () => ['list', '--all', '--status', 'ready,triage'] },
  { name: 'show', args: ofTask('show', '<task>', '--comments') },
  {
    name: 'create',
    args: () => ['create', '-', '--priority', 'high'],
    stdin: '{"title":"From stdin"}',
  },
  {
    name: 'edit',
    args: ofTask('edit', '<task>', '--due', '2d', '--label', 'a', '--if-match', '1'),
  },
  { name: 'claim', args: ofTask('claim', '<task>', '--assignee', 'ada') },
  { name: 'complete', args: ofTask('complete', '<task>', '--result', '{"a":1}') },
  { name: 'fail', args: async (stage) => ['fail', await started(stage), '--error', 'no'] },
  { name: 'release', args: async (stage) => ['release', await started(stage)] },
  { name: 'comment', args: ofTask('comment', '<task>', '-'), stdin: 'From a pipe' },
  { name: 'delete', args: ofTask('delete', '<task>', '--yes') },
  { name: 'watch', args: () => ['watch', '--queue', 'garden'], until: /listed/ },
  { name: 'events tail', args: () => ['events', 'tail', '--after', 'start', '--limit', '5'] },
  { name: 'webhooks list', args: () => ['webhooks', 'list'] },
  {
    name: 'webhooks create',
    args: () => ['webhooks', 'create', 'http://127.0.0.1:4999/', '-e', 'agent.*'],
  },
  { name: 'webhooks listen', args: () => ['webhooks', 'listen', '--print-secret'] },
  { name: 'deliveries list', args: () => ['deliveries', 'list'] },
  {
    name: 'deliveries resend',
    args: async (stage) => ['deliveries', 'resend', await delivery(stage)],
  },
  { name: 'integrations list', args: () => ['integrations', 'list'] },
  { name: 'integrations show', args: () => ['integrations', 'show', 'tracker'] },
  {
    name: 'integrations sync',
    args: () => ['integrations', 'sync', 'Tracker', '--full', '--follow'],
  },
  { name: 'connectors list', args: () => ['connectors', 'list'] },
  { name: 'connectors show', args: () => ['connectors', 'show', 'warehouse'] },
  { name: 'agents list', args: () => ['agents', 'list'] },
  { name: 'agents show', args: () => ['agents', 'show', 'gardener'] },
  { name: 'agents pause', args: () => ['agents', 'pause', 'gardener'] },
  { name: 'agents resume', args: () => ['agents', 'resume', 'gardener'] },
  { name: 'queues list', args: () => ['queues', 'list'] },
  {
    name: 'runs list',
    args: async (stage) => {
      await latestRun(stage)
      return ['runs', 'list', '--agent', 'worker']
    },
  },
  { name: 'runs show', args: async (stage) => ['runs', 'show', await latestRun(stage)] },
  { name: 'import', args: (stage) => ['import', writeRows(stage)] },
  { name: 'export', args: () => ['export', '--source', 'proof'] },
  {
    name: 'api',
    args: () => ['api', 'GET', '/tasks', '-f', 'limit=5', '--paginate', '-f', 'queue=garden'],
  },
  { name: 'completion', args: () => ['completion', 'bash'] },
]

export type Failure = { args: string[]; exit: number; env?: Record<string, string>; says: RegExp }

/** Each documented exit code, and what the message must say. */
export const failures = ({ service, emulator }: Stage): readonly Failure[] => [
  // A server that is not Task Service.
  {
    args: ['list'],
    exit: 1,
    env: { TASKS_URL: `${emulator.origin}/graphql` },
    says: /Fix: Check the URL/,
  },
  { args: ['lst'], exit: 2, says: /Did you mean list/ },
  { args: ['list', '--status', 'reddy'], exit: 2, says: /Allowed: triage, ready/ },
  { args: ['delete', 'T-1'], exit: 2, says: /--yes/ },
  { args: ['show', 'T-99999'], exit: 3, says: /Task not found[\s\S]*Request ID: [0-9a-f-]{36}/ },
  { args: ['integrations', 'show', 'nope'], exit: 3, says: /Names: Tracker/ },
  { args: ['list'], exit: 4, env: { TASKS_KEY: `${service.apiKey}x` }, says: /tasks login/ },
  {
    args: ['list'],
    exit: 4,
    env: { TASKS_URL: 'http://127.0.0.1:4999', TASKS_KEY: '' },
    says: /there is no key for/,
  },
  { args: ['create', 'x', '--parent', 'T-99999'], exit: 5, says: /parent/i },
  { args: ['edit', 'T-1', '--queue', 'x', '--if-match', '99'], exit: 6, says: /Version mismatch/ },
  {
    args: ['list'],
    exit: 7,
    env: { TASKS_URL: 'http://127.0.0.1:4999' },
    says: /Connection failed/,
  },
]
