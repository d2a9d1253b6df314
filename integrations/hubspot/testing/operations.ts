// The operations of HubSpot's interface that the emulator carries out, each with the models of HubSpot's client it is held against.
import type { VendorAnswer } from '@task-service/kit/testing'
import { invalid, notFound, shapeOf } from './answers.ts'
import type { Area } from './judge.ts'
import { definitions, findFault, propertyShape } from './properties.ts'
import { type SearchRequest, search } from './search.ts'
import {
  archiveObject,
  changeObject,
  createObject,
  getKey,
  type Kind,
  type ObjectRow,
  type World,
} from './world.ts'

export type Asked = {
  world: World
  params: string[]
  query: URLSearchParams
  body: unknown
  searchCap: number
}

type Model = { area: Area; type: string }

export type Operation = {
  method: string
  path: RegExp
  scope: string
  /** Of the body, where there is one. */
  takes?: Model
  /** Of the answer; without one there is no body. */
  gives?: Model
  act: (asked: Asked) => VendorAnswer
}

const task = (type: string): Model => ({ area: 'tasks', type })

const listOf = (query: URLSearchParams, name: string): string[] =>
  query.getAll(name).flatMap((value) => value.split(','))

const linksOf = (world: World, id: string, kind: string): string[] =>
  world.tables
    .list('links')
    .flatMap((link) => (link.task === id && link.kind === kind ? [link.to] : []))

function withLinks(world: World, row: ObjectRow, kinds: string[]): Record<string, unknown> {
  const entries = kinds.flatMap((kind) => {
    const results = linksOf(world, row.id, kind).map((id) => ({
      id,
      type: `task_to_${kind.slice(0, -1)}`,
    }))
    return results.length === 0 ? [] : [[kind, { results }]]
  })
  return entries.length === 0 ? {} : { associations: Object.fromEntries(entries) }
}

const findObject = ({ world }: Asked, kind: Kind, id = ''): ObjectRow | undefined => {
  const row = world.tables.find('objects', getKey(kind, id))
  return row?.archivedAt === undefined ? row : undefined
}

const listObjects = ({ world, query, params }: Asked): VendorAnswer => {
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const after = query.get('after')
  const rows = world.tables
    .list('objects')
    .filter(({ kind, archivedAt }) => kind === params[0] && archivedAt === undefined)
    .filter(({ id }) => after === null || Number(id) >= Number(after))
    .toSorted((a, b) => Number(a.id) - Number(b.id))
  const next = rows[limit]?.id
  const results = rows.slice(0, limit).map((row) => ({
    ...shapeOf(row, listOf(query, 'properties')),
    ...withLinks(world, row, listOf(query, 'associations')),
  }))
  return {
    status: 200,
    body: { results, ...(next !== undefined && { paging: { next: { after: next } } }) },
  }
}

const getTask = (asked: Asked): VendorAnswer => {
  const row = findObject(asked, 'tasks', asked.params[0])
  if (row === undefined) return notFound()
  const shape = shapeOf(row, listOf(asked.query, 'properties'))
  return {
    status: 200,
    body: { ...shape, ...withLinks(asked.world, row, listOf(asked.query, 'associations')) },
  }
}

type Input = { properties: Record<string, string> }

const createTask = ({ world, body }: Asked): VendorAnswer => {
  const { properties } = body as Input // held against the model before
  const fault = findFault(world, properties)
  if (fault !== undefined) return invalid(fault)
  if (properties['hs_timestamp'] === undefined) return invalid('hs_timestamp is required')
  const row = createObject(world, 'tasks', { hs_task_status: 'NOT_STARTED', ...properties })
  return { status: 201, body: shapeOf(row, Object.keys(row.properties)) }
}

const changeTask = (asked: Asked): VendorAnswer => {
  const row = findObject(asked, 'tasks', asked.params[0])
  if (row === undefined) return notFound()
  const { properties } = asked.body as Input // held against the model before
  const fault = findFault(asked.world, properties)
  if (fault !== undefined) return invalid(fault)
  const changed = changeObject(asked.world, row, properties)
  return { status: 200, body: shapeOf(changed, Object.keys(properties)) }
}

const archiveTask = (asked: Asked): VendorAnswer => {
  const row = findObject(asked, 'tasks', asked.params[0])
  if (row !== undefined) archiveObject(asked.world, row)
  return { status: 204, body: null }
}

const complete = (world: World, results: unknown[]): VendorAnswer => ({
  status: 200,
  body: { status: 'COMPLETE', results, startedAt: world.now(), completedAt: world.now() },
})

const readBatch = (asked: Asked): VendorAnswer => {
  const { inputs, properties } = asked.body as { inputs: { id: string }[]; properties: string[] } // as above
  if (inputs.length > 100) return invalid('At most 100 inputs')
  const rows = inputs.flatMap(({ id }) => findObject(asked, asked.params[0] as Kind, id) ?? []) // of the path
  return complete(
    asked.world,
    rows.map((row) => shapeOf(row, properties)),
  )
}

const readLinks = ({ world, params, body }: Asked): VendorAnswer => {
  const { inputs } = body as { inputs: { id: string }[] } // as above
  const results = inputs.flatMap(({ id }) => {
    const to = linksOf(world, id, params[0] ?? '').map((toObjectId) => ({
      toObjectId,
      associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId: 204, label: undefined }],
    }))
    return to.length === 0 ? [] : [{ from: { id }, to }]
  })
  return complete(world, results)
}

const listOwners = ({ world, query }: Asked): VendorAnswer => {
  const limit = Number(query.get('limit') ?? 100)
  const from = Number(query.get('after') ?? 0)
  const rows = world.tables.list('owners')
  const at = '2024-01-01T00:00:00.000Z'
  const results = rows.slice(from, from + limit).map((row, n) => ({
    ...row,
    type: 'PERSON',
    userId: 5_000 + from + n,
    createdAt: at,
    updatedAt: at,
    archived: false,
  }))
  const isMore = from + limit < rows.length
  return {
    status: 200,
    body: { results, ...(isMore && { paging: { next: { after: String(from + limit) } } }) },
  }
}

const getProperty = ({ params }: Asked): VendorAnswer => {
  const name = params[0] ?? ''
  const definition = definitions[name]
  return definition === undefined
    ? notFound()
    : { status: 200, body: propertyShape(name, definition) }
}

const read = 'crm.objects.contacts.read'
const write = 'crm.objects.contacts.write'

export const operations: Operation[] = [
  {
    method: 'POST',
    path: /^\/crm\/v3\/objects\/tasks\/search$/,
    scope: read,
    takes: task('PublicObjectSearchRequest'),
    gives: task('CollectionResponseWithTotalSimplePublicObjectForwardPaging'),
    act: ({ world, body, searchCap }) => search(world, body as SearchRequest, searchCap), // held against the model before
  },
  {
    method: 'POST',
    path: /^\/crm\/v3\/objects\/(tasks|contacts|deals)\/batch\/read$/,
    scope: read,
    takes: task('BatchReadInputSimplePublicObjectId'),
    gives: task('BatchResponseSimplePublicObject'),
    act: readBatch,
  },
  {
    method: 'GET',
    path: /^\/crm\/v3\/objects\/(tasks|contacts|deals)$/,
    scope: read,
    gives: task('CollectionResponseSimplePublicObjectWithAssociationsForwardPaging'),
    act: listObjects,
  },
  {
    method: 'POST',
    path: /^\/crm\/v3\/objects\/tasks$/,
    scope: write,
    takes: task('SimplePublicObjectInputForCreate'),
    gives: task('SimplePublicObject'),
    act: createTask,
  },
  {
    method: 'GET',
    path: /^\/crm\/v3\/objects\/tasks\/(\d+)$/,
    scope: read,
    gives: task('SimplePublicObjectWithAssociations'),
    act: getTask,
  },
  {
    method: 'PATCH',
    path: /^\/crm\/v3\/objects\/tasks\/(\d+)$/,
    scope: write,
    takes: task('SimplePublicObjectInput'),
    gives: task('SimplePublicObject'),
    act: changeTask,
  },
  { method: 'DELETE', path: /^\/crm\/v3\/objects\/tasks\/(\d+)$/, scope: write, act: archiveTask },
  {
    method: 'POST',
    path: /^\/crm\/v4\/associations\/tasks\/(contacts|deals)\/batch\/read$/,
    scope: read,
    takes: { area: 'associations', type: 'BatchInputPublicFetchAssociationsBatchRequest' },
    gives: { area: 'associations', type: 'BatchResponsePublicAssociationMultiWithLabel' },
    act: readLinks,
  },
  {
    method: 'GET',
    path: /^\/crm\/v3\/owners\/?$/,
    scope: 'crm.objects.owners.read',
    gives: { area: 'owners', type: 'CollectionResponsePublicOwnerForwardPaging' },
    act: listOwners,
  },
  {
    method: 'GET',
    path: /^\/crm\/v3\/properties\/tasks\/(\w+)$/,
    scope: read,
    gives: { area: 'properties', type: 'Property' },
    act: getProperty,
  },
]
