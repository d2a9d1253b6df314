// HubSpot's own client as the judge: what its models say about names and types holds for every request and every answer.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type KeptList, openKeptList } from '@task-service/kit/testing'

export type Violation = { where: 'request' | 'response'; what: string; errors: string[] }

type Attribute = { name: string; baseName: string; type: string }
type Model = { attributes: Attribute[]; required: Set<string> }

const require = createRequire(import.meta.url)
const codegen = join(
  dirname(require.resolve('@hubspot/api-client/package.json')),
  'lib/codegen/crm',
)

/** Parts of the client; each has models of its own. */
const areas = {
  tasks: 'objects/tasks',
  owners: 'owners',
  associations: 'associations/v4',
  properties: 'properties',
} as const

export type Area = keyof typeof areas

const known = new Map<string, Model | undefined>()

/** `Error` is called `ModelError` in the client. */
function findModel(area: Area, name: string): Model | undefined {
  const key = `${area} ${name}`
  if (known.has(key)) return known.get(key)
  const path = join(codegen, areas[area], 'models', name)
  try {
    const { [name]: found } = require(`${path}.js`) as Record<
      string,
      { attributeTypeMap: Attribute[] }
    > // generated, all alike
    const declared = readFileSync(`${path}.d.ts`, 'utf8')
    const required = new Set(
      [...declared.matchAll(/^ {4}'(\w+)': /gm)].map(([, property = '']) => property),
    )
    known.set(key, found && { attributes: found.attributeTypeMap, required })
  } catch {
    known.set(key, undefined)
  }
  return known.get(key)
}

export function checkModel(area: Area, type: string, value: unknown, at = ''): string[] {
  const list = /^Array<(.+)>$/.exec(type)?.[1]
  if (list !== undefined) {
    if (!Array.isArray(value)) return [`${at} is no list`]
    return value.flatMap((item, n) => checkModel(area, list, item, `${at}/${n}`))
  }
  const map = /^\{ \[key: string\]: (.+); \}$/.exec(type)?.[1]
  if (map !== undefined) {
    if (!isObject(value)) return [`${at} is no object`]
    return Object.entries(value).flatMap(([name, inner]) =>
      checkModel(area, map, inner, `${at}/${name}`),
    )
  }
  if (type.includes(' | ')) {
    const tries = type.split(' | ').map((one) => checkModel(area, one, value, at))
    return tries.some((errors) => errors.length === 0) ? [] : (tries[0] ?? [])
  }
  return checkOne(area, type, value, at)
}

function checkOne(area: Area, type: string, value: unknown, at: string): string[] {
  if (type === 'any') return []
  if (type === 'null') return value === null ? [] : [`${at} is not null`]
  if (type === 'Date') {
    const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
    return isTime ? [] : [`${at} is no time`]
  }
  if (type.endsWith('Enum')) return typeof value === 'string' ? [] : [`${at} is no word`]
  if (type === 'string' || type === 'number' || type === 'boolean') {
    // oxlint-disable-next-line valid-typeof -- it is one of the three above
    return typeof value === type ? [] : [`${at} is no ${type}`]
  }
  const model = findModel(area, type)
  if (model === undefined) return [`${at}: the client knows no ${type}`]
  if (!isObject(value)) return [`${at} is no object`]
  const names = new Map(model.attributes.map((attribute) => [attribute.baseName, attribute]))
  return [
    ...model.attributes.flatMap(({ name, baseName }) =>
      model.required.has(name) && value[baseName] === undefined
        ? [`${at}/${baseName} is missing`]
        : [],
    ),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const attribute = names.get(name)
      if (attribute === undefined) return [`${at}/${name} is not known`]
      return inner === undefined ? [] : checkModel(area, attribute.type, inner, `${at}/${name}`)
    }),
  ]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type Judge = {
  violations: Violation[]
  note: (violation: Violation) => void
  check: (
    where: Violation['where'],
    what: string,
    model: { area: Area; type: string },
    value: unknown,
  ) => boolean
}

export function createJudge(
  { all: violations, add: note }: KeptList<Violation> = openKeptList(),
): Judge {
  return {
    violations,
    note,
    check(where, what, { area, type }, value) {
      const errors = checkModel(area, type, value)
      if (errors.length > 0) note({ where, what, errors })
      return errors.length === 0
    },
  }
}
