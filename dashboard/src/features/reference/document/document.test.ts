// What the reference shows is what the server takes: every example fits its schema, every problem is in the catalog.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { errors, operations, tokenOperations } from '@task-service/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { exampleOf, pathOf } from './example.ts'
import { isFound, type OpenApi, readOperations, type Schema } from './open-api.ts'
import { boundsOf, choicesOf, typeOf } from './schema-words.ts'

const text = readFileSync(join(import.meta.dirname, '../../../../../contract/openapi.json'), 'utf8')
const document = JSON.parse(text) as OpenApi // what the server answers
const all = readOperations(document)
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ ...document, $id: 'api' })

const complaints = (schema: Schema, value: unknown): unknown => {
  const rooted: unknown = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'))
  const validate = ajv.compile(rooted as object) // a schema of the document, seen from outside it
  return validate(value) ? null : validate.errors
}

test('every operation of the contract is there, with its problems', () => {
  // Agents call some of them below /agent, too.
  const forAgents = Object.keys(tokenOperations).map((id) => `agent.${id}`)
  const ids = [...Object.keys(operations), ...forAgents]
  assert.deepEqual(all.map(({ id }) => id).toSorted(), ids.toSorted())
  for (const { id, problems } of all) {
    assert.ok(problems.length >= 8, id)
    for (const { code, text: meaning } of problems) {
      assert.ok(code in errors, `${id}: ${code}`)
      assert.doesNotMatch(meaning, /\. `[a-z_]+`: /, `${id}: two problems in one`)
    }
  }
})

test('every example of a body is one the server takes', () => {
  const withBody = all.filter(({ body }) => body)
  assert.ok(withBody.length >= 15)
  for (const { id, body = {} } of withBody) {
    const example = exampleOf(body, document, { whole: false })
    assert.equal(complaints(body, example), null, `${id}: ${JSON.stringify(example)}`)
  }
})

test('every example of an answer is one the server could give', () => {
  for (const { id, answers } of all) {
    for (const { schema, type } of answers) {
      if (!schema || type !== 'application/json') continue
      const example = exampleOf(schema, document, { whole: true })
      assert.equal(complaints(schema, example), null, `${id}: ${JSON.stringify(example)}`)
    }
  }
})

test('control: a body without what it must have is refused', () => {
  const create = all.find(({ id }) => id === 'tasks.create')
  assert.notEqual(complaints(create?.body ?? {}, { description: 'no title' }), null)
})

test('addresses are filled in', () => {
  for (const operation of all) assert.doesNotMatch(pathOf(operation, document), /[{}]|undefined/)
  const facets = all.find(({ id }) => id === 'tasks.facets')
  assert.ok(facets)
  assert.match(pathOf(facets, document), /^\/api\/tasks\/facets\?field=\w+$/)
})

const found = (typed: string) => all.filter((one) => isFound(one, typed)).map(({ id }) => id)

test('operations are found by words of theirs, in any order', () => {
  assert.deepEqual(found('resend'), ['deliveries.resend_many', 'deliveries.resend'])
  assert.ok(found('task create').includes('tasks.create'))
  assert.ok(found('patch webhooks').includes('webhooks.change'))
  assert.deepEqual(found('nonsense'), [])
})

test('the values of a field are listed, whether it is a list or can be null', () => {
  const ofTask = document.components.schemas['TaskChange']?.properties ?? {}
  assert.deepEqual(choicesOf(ofTask['priority'] ?? {}, document), [
    'urgent',
    'high',
    'normal',
    'low',
  ])
  const reason = document.components.schemas['Webhook']?.properties?.['disabled_reason'] ?? {}
  assert.deepEqual(choicesOf(reason, document), ['manual', 'gone', 'failing'])
  const statuses = all.find(({ id }) => id === 'tasks.list')?.parameters ?? []
  const status = statuses.find(({ name }) => name === 'status')?.schema ?? {}
  assert.equal(choicesOf(status, document).length, 8)
})

test('types and bounds are said shortly', () => {
  assert.equal(
    typeOf({ type: ['string', 'null'], format: 'date-time' }),
    'string | null (date-time)',
  )
  assert.equal(typeOf({ type: 'array', items: { $ref: '#/components/schemas/Task' } }), 'Task[]')
  assert.deepEqual(boundsOf({ type: 'integer', minimum: 1, maximum: 200, default: 50 }), [
    { kind: 'value', from: 1, to: 200 },
    { kind: 'default', value: '50' },
  ])
})
