// The contract and the service say the same: routes, error codes, event types, and the document made of them. Each guard
// is also tried on a fault of its own making.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  AUDIT_ACTIONS,
  commonErrors,
  errors,
  events,
  type Operation,
  operations,
  statusEvents,
  tokenOperations,
  uiCommonErrors,
  uiOperations,
} from '@task-service/contract'
import { openApiDocument } from '@task-service/contract/openapi'
import {
  answerRoutes,
  dashboardPages,
  docsRoutes,
  edgeRoutes,
  errorPageRoutes,
  hooksRoute,
  mcpRoutes,
  servedOperations,
  unsubscribeRoutes,
} from './contract/dashboard-routes.ts'
import { documentFaults, type OpenApi } from './contract/document-faults.ts'
import { readSources, readWords, type Words } from './contract/read-words.ts'
import { operationsWithoutRoute, routesWithoutOperation } from './contract/route-drift.ts'
import { parseRoutes, type ServedRoute, servedRoutes } from './contract/served-routes.ts'
import { errorDrift, eventDrift, undeclaredCodes } from './contract/word-drift.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import type { Description } from './harness/describe-operation.ts'
import { buildLocalApi, type LocalApi } from './harness/service.ts'

describe('routes and operations', () => {
  let database: TestDatabase
  let api: LocalApi
  let served: ServedRoute[]
  before(async () => {
    database = await createDatabase()
    api = await buildLocalApi({ databaseUrl: database.url })
    await api.app.ready()
    served = servedRoutes(api.app)
  })
  after(async () => {
    await api.stop()
    await database.drop()
  })

  test('every operation has a route', () => {
    assert.deepEqual(operationsWithoutRoute(servedOperations, served), [])
    assert.ok(served.length >= Object.keys(operations).length)
  })

  test('a route without an operation answers nothing: it only says what the path takes', async () => {
    const strays = routesWithoutOperation(servedOperations, served)
    for (const { method, path } of strays.filter((route) => route.path.startsWith('/api/'))) {
      const headers = { 'x-api-key': api.apiKey }
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      const answer = await api.app.inject({ method: method as 'GET', url, headers }) // as the router knows it
      assert.equal(answer.statusCode, 405, `${method} ${path} is served and not in the contract`)
    }
  })

  test('the dashboard has the operations of the API, those of users and inboxes, its pages, and nothing else', () => {
    const strays = routesWithoutOperation(servedOperations, served)
    const inApi = new Set(strays.map(({ method, path }) => `${method} ${path}`))
    const isMirrored = ({ method, path }: ServedRoute) =>
      path.startsWith('/ui/api/') && inApi.has(`${method} ${path.slice('/ui'.length)}`)
    const others = strays.filter((route) => !route.path.startsWith('/api/') && !isMirrored(route))
    assert.deepEqual(
      others.map(({ method, path }) => `${method} ${path}`).toSorted(),
      [
        ...answerRoutes,
        ...unsubscribeRoutes,
        ...dashboardPages,
        ...docsRoutes,
        ...edgeRoutes,
        ...errorPageRoutes,
        hooksRoute,
        ...mcpRoutes,
      ].toSorted(),
    )
    assert.ok(Object.values(uiOperations).every(({ tag }) => ['Users', 'Inbox'].includes(tag)))
  })

  test('control: an operation without a route is noticed', () => {
    const method = 'GET' as const
    const table = { ...operations, 'tasks.fly': { method, path: '/api/tasks/{task}/fly' as const } }
    assert.deepEqual(operationsWithoutRoute(table, served), ['tasks.fly'])
    const without = served.filter(({ path }) => path !== '/api/ping')
    assert.deepEqual(operationsWithoutRoute(operations, without), ['system.ping'])
  })

  test('control: a route without an operation is noticed, on the real router', async () => {
    const other = await buildLocalApi({ databaseUrl: database.url })
    other.app.get('/api/stray/:id', async () => 'here')
    other.app.post('/api/ping', async () => 'here')
    await other.app.ready()
    const strays = routesWithoutOperation(operations, servedRoutes(other.app))
    await other.stop()
    const known = routesWithoutOperation(operations, served)
    const names = strays.map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(
      // The router lists them by the letters that their paths share.
      names
        .filter((name) => !known.some(({ method, path }) => `${method} ${path}` === name))
        .toSorted(),
      ['GET /api/stray/{id}', 'HEAD /api/stray/{id}', 'POST /api/ping'],
    )
  })

  test('control: what the router prints is understood to the last line', () => {
    const printed = '├── /a (GET)\n│   └── /:b (PUT, POST)\n└── /c\n    └── /d (GET)\n'
    assert.deepEqual(
      parseRoutes(printed).map(({ method, path }) => `${method} ${path}`),
      ['GET /a', 'PUT /a/{b}', 'POST /a/{b}', 'GET /c/d'],
    )
    assert.throws(() => parseRoutes('something else'), /something new/)
  })
})

// Inside the process of an integration there are methods, and no events.
const source = readWords(readSources(/^server\/src\/(?!agent\/child\/|.*\.test\.ts$).*\.ts$/))
const tests = readWords(readSources(/\.test\.ts$/))

/** What a request can meet before it reaches an operation. */
const beforeOperations = [
  'route_not_found',
  'method_not_allowed',
  'message_refused',
  'edge_refused',
  'answer_link_invalid',
  'unsubscribe_link_invalid',
  'agent_unauthenticated',
  'origin_not_allowed',
  'tool_not_allowed',
  ...uiCommonErrors,
]

const withWords = (text: string): Words => {
  const more = readWords([{ path: 'planted.ts', text }])
  return {
    problemCodes: new Set([...source.problemCodes, ...more.problemCodes]),
    texts: new Set([...source.texts, ...more.texts]),
    describedOperations: source.describedOperations,
  }
}

describe('error codes', () => {
  test('the catalog lists exactly the codes that the source throws', () => {
    assert.deepEqual(errorDrift(errors, source), [])
  })

  test('every code stands at an operation, or is one that any request can meet', () => {
    assert.deepEqual(
      undeclaredCodes(errors, servedOperations, [...commonErrors, ...beforeOperations]),
      [],
    )
  })

  test('control: a code outside the catalog and an unused one are noticed', () => {
    const planted = withWords(`throw new Problem('task_on_fire')`)
    assert.deepEqual(errorDrift(errors, planted), ['task_on_fire is thrown but not in the catalog'])
    assert.deepEqual(errorDrift({ ...errors, never_met: {} }, source), [
      'never_met is in the catalog but never used',
    ])
  })

  test('control: a code that no operation declares is noticed', () => {
    assert.deepEqual(
      undeclaredCodes(errors, servedOperations, commonErrors).toSorted(),
      beforeOperations.toSorted(),
    )
  })
})

describe('event types', () => {
  const computed = Object.values(statusEvents)
  const acts = AUDIT_ACTIONS.filter((action) => !Object.hasOwn(events, action))

  test('the catalog lists exactly the types that the source emits', () => {
    assert.deepEqual(eventDrift(events, source, computed, acts), [])
  })

  test('control: a type outside the catalog and one that is never emitted are noticed', () => {
    const planted = withWords(`emitEvents(ctx, [{ type: 'task.exploded' }])`)
    assert.deepEqual(eventDrift(events, planted, computed, acts), [
      'task.exploded is emitted but not in the catalog',
    ])
    assert.deepEqual(eventDrift({ ...events, 'task.merged': {} }, source, computed, acts), [
      'task.merged is in the catalog but never emitted',
    ])
  })
})

const passes = async (): Promise<void> => undefined

describe('status-complete tests', () => {
  test('there is one for every operation', () => {
    const missing = Object.keys(operations).filter((id) => !tests.describedOperations.has(id))
    assert.deepEqual(missing, [])
  })

  test('control: a forgotten or an undeclared status does not compile', () => {
    const complete: Description<'comments.get'> = { 200: passes, 400: passes, 404: passes }
    // @ts-expect-error: 404 is declared for this operation and missing here
    const forgotten: Description<'comments.get'> = { 200: passes, 400: passes }
    // @ts-expect-error: 409 is not declared for this operation
    const invented: Description<'comments.get'> = { ...complete, 409: passes }
    assert.ok(complete && forgotten && invented)
  })
})

describe('the OpenAPI document', () => {
  const document = openApiDocument() as OpenApi // the shape is what is tested here

  test('is committed as it is now; otherwise run npm run gen', () => {
    const file = join(import.meta.dirname, '../contract/openapi.json')
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(JSON.stringify(document)))
  })

  test('is OpenAPI 3.1 in structure', () => {
    assert.deepEqual(documentFaults(document), [])
  })

  test('has every operation once, with its method and path', () => {
    const printed = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    )
    const named = [
      ...Object.entries<Operation>(operations),
      ...Object.entries<Operation>(tokenOperations).map(([id, it]) => [`agent.${id}`, it] as const),
    ]
    const expected = named.map(([id, { method, path }]) => `${id} ${method.toLowerCase()} ${path}`)
    assert.deepEqual(printed.toSorted(), expected.toSorted())
  })

  const faults: Record<string, [plant: (document: OpenApi) => void, says: RegExp]> = {
    'a reference to nothing': [
      ({ components }) => (components.schemas['Task'] = { $ref: '#/components/schemas/Tusk' }),
      /Tusk leads nowhere/,
    ],
    'an operationId used twice': [
      ({ paths }) =>
        Object.assign(paths['/api/ping']?.['get'] ?? {}, { operationId: 'tasks.list' }),
      /tasks\.list is not unique/,
    ],
    'a path parameter that is not declared': [
      (it) => (it.paths['/api/tasks/{task}/x/{y}'] = it.paths['/api/tasks/{task}'] ?? {}),
      /path parameter y is not declared/,
    ],
    'a parameter that is not in the path': [
      (it) => (it.paths['/api/thing'] = it.paths['/api/tasks/{task}'] ?? {}),
      /parameter task is not in the path/,
    ],
    'a parameter declared twice': [
      ({ paths }) => {
        const list = paths['/api/tasks']?.['get']?.parameters ?? []
        list.push(...list.slice(0, 1))
      },
      /declared twice/,
    ],
    'a link to nowhere': [
      ({ paths }) => Object.assign(paths['/api/tasks/{task}'] ?? {}, { get: undefined }),
      /leads to tasks\.get/,
    ],
    'a schema that is none': [
      ({ components }) => (components.schemas['Task'] = { type: 'strnig' }),
      /schema Task/,
    ],
    'an undefined tag': [(it) => (it.tags = it.tags.slice(1)), /tag System is not defined/],
    'another version': [(it) => (it.openapi = '3.0.3'), /not 3\.1/],
  }
  for (const [what, [plant, says]] of Object.entries(faults)) {
    test(`control: ${what} is noticed`, () => {
      const copy = structuredClone(document)
      plant(copy)
      const planted = JSON.parse(JSON.stringify(copy)) as OpenApi // drops what was set to undefined
      assert.match(documentFaults(planted).join('\n'), says)
    })
  }
})
