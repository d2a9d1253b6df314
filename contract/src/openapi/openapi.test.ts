// What generators of clients need from the document: each enum once, descriptions, and examples that are valid.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { events } from '../events/events.ts'
import { namedEnums } from './named-enums.ts'
import { openApiDocument } from './openapi.ts'

type Json = Record<string, unknown>
type Media = { schema: Json; example?: unknown }
type Content = { content?: Record<string, Media> }
type PathItem = Record<
  string,
  Json & { operationId: string; requestBody?: Content; responses: Record<string, Content> }
>
type Document = {
  tags: Json[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: { schemas: Record<string, Json> }
}

const document = openApiDocument() as unknown as Document // the shape is what is tested
const { paths, webhooks, components } = document
const operations = [paths, webhooks].flatMap((part) =>
  Object.values(part).flatMap((item) => Object.values(item)),
)

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ ...document, $id: 'api' })

function faultsOf({ schema, example }: Media): unknown {
  if (example === undefined) return 'no example'
  const rooted: unknown = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'))
  const validate = ajv.compile(rooted as object) // a schema of the document, seen from outside of it
  return validate(example) ? undefined : validate.errors
}

function findEnums(value: unknown, path: string): string[] {
  if (value === null || typeof value !== 'object') return []
  const found = 'enum' in value && Array.isArray(value.enum) ? [path] : []
  const parts = Object.entries(value).filter(([key]) => !/^examples?$/.test(key))
  return [...found, ...parts.flatMap(([key, part]) => findEnums(part, `${path}/${key}`))]
}

describe('the OpenAPI document', () => {
  test('lists every enum once, by name', () => {
    const places = findEnums(document, '#')
    const unnamed = places.filter((place) => !/^#\/components\/schemas\/\w+$/.test(place))
    assert.deepEqual(unnamed, [], 'add the values to named-enums.ts')
    const listed = places.map((place) => place.split('/').at(-1) ?? '')
    assert.deepEqual(listed.toSorted(), Object.keys(namedEnums).toSorted())
    const values = Object.values(namedEnums).map((one) => JSON.stringify(one))
    assert.equal(new Set(values).size, values.length)
  })

  test('control: an enum without a name is found', () => {
    const copy = structuredClone(document)
    copy.components.schemas['Task'] = { properties: { status: { type: 'string', enum: ['a'] } } }
    assert.ok(findEnums(copy, '#').includes('#/components/schemas/Task/properties/status'))
  })

  test('requires only what clients must send', () => {
    assert.deepEqual(components.schemas['TaskCreate']?.['required'], ['title'])
    assert.equal(components.schemas['TaskChange']?.['required'], undefined)
  })

  test('describes every tag and operation', () => {
    const silent = [...document.tags, ...operations].filter(({ description }) => !description)
    assert.deepEqual(silent, [])
  })

  test('has a valid example of every body', () => {
    const bodies = operations.flatMap(({ operationId, requestBody, responses }) => [
      ...Object.values(requestBody?.content ?? {}).map((media) => [operationId, media] as const),
      ...Object.entries(responses)
        .filter(([status]) => status < '300')
        .map(([status, { content }]) => [`${operationId} ${status}`, content] as const)
        .flatMap(([place, content]) =>
          content?.['application/json'] ? [[place, content['application/json']] as const] : [],
        ),
    ])
    assert.ok(bodies.length > 200)
    for (const [place, media] of bodies) {
      assert.deepEqual(faultsOf(media), undefined, `${place}: ${JSON.stringify(media.example)}`)
    }
  })

  test('control: an example that is not valid is found', () => {
    const { schema } =
      paths['/api/tasks']?.['post']?.requestBody?.content?.['application/json'] ?? {}
    assert.ok(schema)
    assert.notEqual(faultsOf({ schema, example: { description: 'no title' } }), undefined)
  })

  test('describes the request of every event', () => {
    assert.deepEqual(Object.keys(webhooks), Object.keys(events))
  })
})
