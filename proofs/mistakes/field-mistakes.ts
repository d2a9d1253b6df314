// Mistakes in the fields of a task.
import { create, type Mistake, patch, withName, withValue } from './mistake.ts'

const title = 'Call the supplier'

/** The field at the pointer gets the name that the response suggests. */
const rename =
  (pointer: string): Mistake['fix'] =>
  (sent, reading) =>
    withName(sent, pointer, reading.suggestion(pointer))

/** The value at the pointer becomes what the response suggests. */
const replace =
  (pointer: string): Mistake['fix'] =>
  (sent, reading) =>
    withValue(sent, pointer, () => reading.suggestion(pointer))

export const fieldMistakes: Mistake[] = [
  {
    name: 'forgets the title',
    send: () => create({ description: 'Ask for the price list' }),
    fix(sent, reading) {
      reading.says(/^title (is required)/)
      return withValue(sent, reading.at('/title').pointer, () => title)
    },
  },
  {
    name: 'misspells a required field',
    send: () => create({ titel: title }),
    fix: rename('/titel'),
  },
  {
    name: 'writes a name in camel case',
    send: () => create({ title, dueAt: '2026-12-01T09:00:00Z' }),
    fix: rename('/dueAt'),
  },
  {
    name: 'makes several mistakes at once',
    send: () => create({ titel: title, prioirty: 'high', labels: 'urgent' }),
    fix(sent, reading) {
      const named = withName(sent, '/titel', reading.suggestion('/titel'))
      const renamed = withName(named, '/prioirty', reading.suggestion('/prioirty'))
      reading.says(/and 3 more: (\w+), (\w+), (\w+)/)
      reading.says(/must be (an array) of strings/)
      return withValue(renamed, '/labels', (label) => [label])
    },
  },
  {
    name: 'sends a field that only the service sets',
    send: () => create({ title, number: 142 }),
    fix(sent, reading) {
      if (reading.allowed('/number').includes('number')) throw new Error('it is allowed')
      return withValue(sent, '/number', () => undefined)
    },
  },
  {
    name: 'sends a number as the title',
    send: () => create({ title: 1881 }),
    fix(sent, reading) {
      reading.says(/title: must be (a string), got a number/)
      return withValue(sent, '/title', String)
    },
  },
  {
    name: 'sends null as the title',
    send: () => create({ title: null }),
    fix(sent, reading) {
      reading.says(/title: must be (a string), got null/)
      return withValue(sent, '/title', () => title)
    },
  },
  {
    name: 'sends an empty title',
    send: () => create({ title: '' }),
    fix(sent, reading) {
      reading.says(/title: must (not be empty)/)
      return withValue(sent, '/title', () => title)
    },
  },
  {
    name: 'sends a blank title',
    send: () => create({ title: ' \n' }),
    fix(sent, reading) {
      reading.says(/title: must (not be blank)/)
      return withValue(sent, '/title', () => title)
    },
  },
  {
    name: 'sends too long a title',
    send: () => create({ title: title.repeat(200) }),
    fix: (sent, reading) =>
      withValue(sent, '/title', (text) => String(text).slice(0, reading.maximum())),
  },
  {
    name: 'sends a NUL character',
    send: () => create({ title: 'Call\u0000back' }),
    fix(sent, reading) {
      reading.says(/title: must not contain (NUL)/)
      return withValue(sent, '/title', (text) => String(text).replaceAll('\0', ' '))
    },
  },
  {
    name: 'misspells a priority',
    send: () => create({ title, priority: 'hihg' }),
    fix: replace('/priority'),
  },
  {
    name: 'writes a priority in capitals',
    send: () => create({ title, priority: 'URGENT' }),
    fix: replace('/priority'),
  },
  {
    name: 'creates a task that is done',
    send: () => create({ title, status: 'done' }),
    fix: (sent, reading) => withValue(sent, '/status', () => reading.allowed('/status')[0]),
  },
  {
    name: 'sends one label as text',
    send: () => create({ title, labels: 'red' }),
    fix(sent, reading) {
      reading.says(/labels: must be (an array) of strings/)
      return withValue(sent, '/labels', (label) => [label])
    },
  },
  {
    name: 'sends a label twice',
    send: () => create({ title, labels: ['red', 'blue', 'red'] }),
    fix(sent, reading) {
      const [label] = reading.says(/labels contains "(\w+)" twice/)
      return withValue(sent, '/labels', (labels) => [
        ...(labels as string[]).filter((one) => one !== label),
        label,
      ])
    },
  },
  {
    name: 'sends too many labels',
    send: () =>
      create({ title, labels: Array.from({ length: 60 }, (_, index) => `label ${index}`) }),
    fix: (sent, reading) =>
      withValue(sent, '/labels', (labels) => (labels as string[]).slice(0, reading.maximum())),
  },
  {
    name: 'sends a number as a label',
    send: () => create({ title, labels: ['red', 7] }),
    fix(sent, reading) {
      reading.says(/labels\[1\]: must be (a string), got a number/)
      return withValue(sent, '/labels/1', String)
    },
  },
  {
    name: 'sends a date without a time',
    send: () => create({ title, due_at: '2026-12-01' }),
    fix: (sent, reading) =>
      withValue(sent, '/due_at', (day) => `${String(day)}${reading.example().slice(10)}`),
  },
  {
    name: 'sends a time without a time zone',
    send: () => create({ title, due_at: '2026-12-01T09:00:00' }),
    fix(sent, reading) {
      reading.says(/with (a time zone)/)
      return withValue(sent, '/due_at', (time) => `${String(time)}${reading.example().slice(-1)}`)
    },
  },
  {
    name: 'sends a day that does not exist',
    send: () => create({ title, due_at: '2026-02-30T09:00:00Z' }),
    fix(sent, reading) {
      reading.says(/due_at: .* got "(2026-02-30)T.* does not exist/)
      return withValue(sent, '/due_at', () => '2026-03-02T09:00:00Z')
    },
  },
  {
    name: 'names the queue as people do',
    send: () => create({ title, queue: 'Customer Support' }),
    fix(sent, reading) {
      reading.says(/only (lowercase letters), digits, - and _/)
      return withValue(sent, '/queue', (name) => String(name).toLowerCase().replaceAll(' ', '-'))
    },
  },
  {
    name: 'names a parent by its bare number',
    async send({ newTask }) {
      return create({ title, parent_id: String((await newTask()).number) })
    },
    fix(sent, reading) {
      const [letter = ''] = reading.says(/parent_id: .* or number \((\w-)\d+\)/)
      return withValue(sent, '/parent_id', (number) => letter + String(number))
    },
  },
  {
    name: 'names a parent that does not exist',
    send: () => create({ title, parent_id: 'T-99999' }),
    fix(sent, reading) {
      const [field = ''] = reading.says(/or leave `(\w+)` out/)
      return withValue(sent, `/${field}`, () => undefined)
    },
  },
  {
    name: 'sends a source without its ID',
    send: () => create({ title, source: 'shop' }),
    fix(sent, reading) {
      reading.says(/external_id is required when (source) is set/)
      return withValue(sent, reading.at('/external_id').pointer, () => 'order-1881')
    },
  },
  {
    name: 'creates a task with a reference that exists',
    async send({ newTask }) {
      await newTask({ source: 'shop', external_id: '7' })
      return create({ title, source: 'shop', external_id: '7' })
    },
    fix({ body }, reading) {
      const [method = '', path = ''] = reading.says(/use `(PUT) ([^`]+)`/)
      const { source, external_id: id, ...rest } = body as Record<string, string>
      const filled = path.replace('{source}', source ?? '').replace('{external_id}', id ?? '')
      return { method, path: filled, body: rest }
    },
  },
  {
    name: 'sends custom fields as a list',
    send: () => create({ title, fields: [{ customer: 'ACME' }] }),
    fix(sent, reading) {
      reading.says(/fields: must be (a JSON object), got an array/)
      return withValue(sent, '/fields', (list) => (list as unknown[])[0])
    },
  },
  {
    name: 'sends an output schema with a wrong keyword value',
    send: () => create({ title, output_schema: { type: 'object', required: 'total' } }),
    fix(sent, reading) {
      reading.says(/`output_schema`: .*required.*(array|list)/)
      return withValue(sent, '/output_schema/required', (name) => [name])
    },
  },
  {
    name: 'updates nothing',
    async send({ newTask }) {
      return patch(`/api/tasks/${(await newTask()).id}`, {})
    },
    fix(sent, reading) {
      reading.says(/send at least (one field)/)
      return { ...sent, body: { priority: 'high' } }
    },
  },
]
