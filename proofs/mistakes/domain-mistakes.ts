// Mistakes with statuses, bulk requests, webhooks, views and integrations.
import { get, type Mistake, patch, post, type Sent, withName, withValue } from './mistake.ts'

const title = 'Call the supplier'
const url = 'https://127.0.0.1:8443/hooks'
/** Entered in the wrong form; no response may repeat it. */
export const WRONG_SECRET = 'whsec_canary-4711'

const webhook = (fields: object): Sent => post('/api/webhooks', { url, ...fields })

export const taskMistakes: Mistake[] = [
  {
    name: 'moves a task to a status that it cannot have next',
    async send({ newTask }) {
      return post(`/api/tasks/${(await newTask()).id}/transitions`, { to: 'failed' })
    },
    fix: (sent, reading) => withValue(sent, '/to', () => reading.allowed()[0]),
  },
  {
    name: 'names the new status wrongly',
    async send({ newTask }) {
      return post(`/api/tasks/${(await newTask()).id}/transitions`, { status: 'completed' })
    },
    fix(sent, reading) {
      const { pointer } = reading.at('/to')
      reading.says(/to (is required)/)
      return withName(sent, '/status', pointer.slice(1))
    },
  },
  {
    name: 'changes a field that cannot be changed',
    async send({ newTask }) {
      return patch(`/api/tasks/${(await newTask()).id}`, { priority: 'high', version: 1 })
    },
    fix(sent, reading) {
      if (reading.allowed('/version').includes('version')) throw new Error('it is allowed')
      return withValue(sent, '/version', () => undefined)
    },
  },
  {
    name: 'writes an empty comment',
    async send({ newTask }) {
      return post(`/api/tasks/${(await newTask()).id}/comments`, { body: '' })
    },
    fix(sent, reading) {
      reading.says(/body: must (not be empty)/)
      return withValue(sent, '/body', () => 'Done')
    },
  },
  {
    name: 'names the text of a comment wrongly',
    async send({ newTask }) {
      return post(`/api/tasks/${(await newTask()).id}/comments`, { text: 'Done' })
    },
    fix: (sent, reading) => withName(sent, '/text', reading.allowed('/text')[0] ?? ''),
  },
]

export const bulkMistakes: Mistake[] = [
  {
    name: 'sends too many items in bulk',
    send: () => {
      const items = Array.from({ length: 501 }, () => ({ create: { title } }))
      return post('/api/tasks/bulk', { items })
    },
    fix: (sent, reading) =>
      withValue(sent, '/items', (items) => (items as unknown[]).slice(0, reading.maximum())),
  },
  {
    name: 'sends an item without an action',
    send: () => post('/api/tasks/bulk', { items: [{ title }] }),
    fix(sent, reading) {
      const [name = ''] = reading.allowed('/items/0/title')
      return withValue(sent, '/items/0', (task) => ({ [name]: task }))
    },
  },
  {
    name: 'creates and updates with one item',
    send: () =>
      post('/api/tasks/bulk', {
        items: [{ create: { title }, update: { task: 'T-1', changes: { title } } }],
      }),
    fix(sent, reading) {
      const [, second = ''] = reading.says(/items\[0\]: must have either (\w+) or (\w+), not both/)
      return withValue(sent, `/items/0/${second}`, () => undefined)
    },
  },
  {
    name: 'misspells a field in an item',
    send: () => post('/api/tasks/bulk', { items: [{ create: { title, dueAt: null } }] }),
    fix: (sent, reading) =>
      withName(sent, '/items/0/create/dueAt', reading.suggestion('/items/0/create/dueAt')),
  },
  {
    name: 'updates a task that does not exist, with others',
    send: () =>
      post('/api/tasks/bulk', {
        items: [{ create: { title } }, { update: { task: 'T-99999', changes: { title } } }],
      }),
    fix(sent, reading) {
      const [index = ''] = reading.says(/because items\[(\d+)\] failed/)
      reading.at(`/items/${index}`)
      return withValue(sent, '/items', (items) =>
        (items as unknown[]).filter((_, place) => place !== Number(index)),
      )
    },
  },
]

export const webhookMistakes: Mistake[] = [
  {
    name: 'sends a webhook URL without a scheme',
    send: () => webhook({ url: 'example.com/hooks' }),
    fix(sent, reading) {
      const [scheme = ''] = reading.says(/(https:\/\/)/)
      return withValue(sent, '/url', () => `${scheme}127.0.0.1:8443/hooks`)
    },
  },
  {
    name: 'misspells an event type',
    send: () => webhook({ event_types: ['task.complete'] }),
    fix: (sent, reading) =>
      withValue(sent, '/event_types/0', () => reading.suggestion('/event_types/0')),
  },
  {
    name: 'filters by a field instead of its path',
    send: () => webhook({ filter: { queue: ['support'] } }),
    fix: (sent, reading) => withName(sent, '/filter/queue', reading.suggestion('/filter/queue')),
  },
  {
    name: 'sets a reserved header',
    send: () => webhook({ headers: { Host: 'example.com' } }),
    fix(sent, reading) {
      reading.says(/headers\.Host is a (reserved header)/)
      return withValue(sent, '/headers/Host', () => undefined)
    },
  },
  {
    name: 'chooses a secret in the wrong form',
    send: () => webhook({ secret: WRONG_SECRET }),
    fix(sent, reading) {
      const [prefix = '', least = ''] = reading.says(/must be (\w+_) followed by (\d+) to/)
      const secret = prefix + Buffer.alloc(Number(least), 7).toString('base64')
      return withValue(sent, '/secret', () => secret)
    },
  },
]

export const otherMistakes: Mistake[] = [
  {
    name: 'misspells the layout of a view',
    send: () => post('/api/views', { name: 'Overdue', kind: 'bord', query: {} }),
    fix: (sent, reading) => withValue(sent, '/kind', () => reading.suggestion('/kind')),
  },
  {
    name: 'misspells a provider',
    send: () =>
      post('/api/integrations', {
        provider: 'redmin',
        name: 'Redmine',
        config: { url: 'https://127.0.0.1:8443', project: 'support', text_format: 'markdown' },
      }),
    fix: (sent, reading) => withValue(sent, '/provider', () => reading.suggestion()),
  },
  {
    name: 'forgets a setting of the provider',
    send: () =>
      post('/api/integrations', {
        provider: 'redmine',
        name: 'Redmine',
        config: { url: 'https://127.0.0.1:8443', text_format: 'markdown' },
      }),
    fix(sent, reading) {
      reading.says(/config\.project (is required)/)
      return withValue(sent, reading.at('/config/project').pointer, () => 'support')
    },
  },
  {
    name: 'starts a sync without a credential',
    async send({ call }) {
      const config = { url: 'https://127.0.0.1:8443', project: 'support', text_format: 'markdown' }
      const body = { provider: 'redmine', name: 'Redmine', config }
      const { id } = (await call(post('/api/integrations', body))).json()
      return post(`/api/integrations/${String(id)}/sync`, {})
    },
    async fix(sent, reading, { call }) {
      const [method = '', path = ''] = reading.says(
        /no usable credential\. Set it with `(PUT) ([^`]+)`/,
      )
      const integration = sent.path.split('/')[3] ?? ''
      const body = { secrets: { api_key: 'a-key-of-redmine' } }
      await call({ method, path: path.replace('{integration}', integration), body })
      return sent
    },
  },
  {
    name: 'asks for statistics of a range that does not exist',
    send: () => get('/api/stats?range=1d'),
    fix: ({ path, ...sent }, reading) => ({
      ...sent,
      path: path.replace('1d', reading.allowed('range')[0] ?? ''),
    }),
  },
]

export const scheduleMistakes: Mistake[] = [
  {
    name: 'sends a weekday with another frequency',
    send: () =>
      post('/api/schedules/preview', { frequency: 'daily', time: '09:00', weekdays: ['monday'] }),
    fix(sent, reading) {
      const [frequency = ''] = reading.says(/weekdays is only allowed with frequency (\w+)/)
      return withValue(sent, '/frequency', () => frequency)
    },
  },
  {
    name: 'writes a time of day in another form',
    send: () => post('/api/schedules/preview', { frequency: 'daily', time: '9 am' }),
    fix(sent, reading) {
      const [example = ''] = reading.says(/time: must be a time of day, for example ([0-9:]+)/)
      return withValue(sent, '/time', () => example)
    },
  },
  {
    name: 'names a template that does not exist',
    send: () =>
      post('/api/schedules', {
        name: 'Report',
        template_id: `tpl_${'0'.repeat(32)}`,
        rule: { frequency: 'daily', time: '09:00' },
      }),
    async fix(sent, reading, { call }) {
      reading.says(/must be the ID of a template in this (tenant)/)
      const template = await call(
        post('/api/templates', { name: 'Report', task: { title: 'Write the report' } }),
      )
      return withValue(sent, '/template_id', () => template.json()['id'])
    },
  },
]
