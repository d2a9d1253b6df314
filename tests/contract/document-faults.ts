// Whether a document is OpenAPI 3.1 in structure: references lead somewhere, names are unique, parameters are declared.
import { Ajv2020 } from 'ajv/dist/2020.js'

type Json = Record<string, unknown>

export type OpenApi = Json & {
  openapi: string
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    responses: Record<string, Response>
    schemas: Record<string, Json>
    securitySchemes: Record<string, Json>
  }
  tags: { name: string }[]
  security: Record<string, unknown[]>[]
}

type Parameter = { name: string; in: string; required: boolean; schema: Json }
type Link = { operationId: string; parameters: Record<string, string> }
type Response = { description?: string; links?: Record<string, Link> }
type OpenApiOperation = {
  operationId: string
  tags: string[]
  parameters: Parameter[]
  responses: Record<string, Response & { $ref?: string }>
}

export function documentFaults(document: OpenApi): string[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const byId = Map.groupBy(operations, ({ operation }) => operation.operationId)
  return [
    ...(/^3\.1\.\d+$/.test(document.openapi) ? [] : ['openapi is not 3.1']),
    ...[...byId]
      .filter(([, all]) => all.length > 1)
      .map(([id]) => `operationId ${id} is not unique`),
    ...operations.flatMap(({ path, method, operation }) =>
      operationFaults(document, path, operation, byId).map(
        (fault) => `${method.toUpperCase()} ${path}: ${fault}`,
      ),
    ),
    ...referenceFaults(document),
    ...schemaFaults(document),
    ...document.security
      .flatMap((entry) => Object.keys(entry))
      .filter((name) => !Object.hasOwn(document.components.securitySchemes, name))
      .map((name) => `security scheme ${name} is not defined`),
  ]
}

function operationFaults(
  document: OpenApi,
  path: string,
  { operationId, tags, parameters, responses }: OpenApiOperation,
  byId: ReadonlyMap<string, { operation: OpenApiOperation }[]>,
): string[] {
  const faults: string[] = []
  if (!operationId) faults.push('no operationId')
  const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
  if (new Set(names).size < names.length) faults.push('a parameter is declared twice')
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const declared = parameters.filter((parameter) => parameter.in === 'path')
  for (const name of inPath) {
    const found = declared.find((parameter) => parameter.name === name)
    if (!found?.required) faults.push(`path parameter ${name} is not declared as required`)
  }
  for (const { name } of declared) {
    if (!inPath.includes(name)) faults.push(`parameter ${name} is not in the path`)
  }
  for (const tag of tags) {
    if (!document.tags.some(({ name }) => name === tag)) faults.push(`tag ${tag} is not defined`)
  }
  for (const [status, response] of Object.entries(responses)) {
    const shared = response.$ref?.split('/').at(-1) ?? ''
    const { description, links } = document.components.responses[shared] ?? response
    if (!/^[1-5]\d\d$/.test(status)) faults.push(`${status} is no status`)
    if (!description) faults.push(`${status} has no description`)
    for (const link of Object.values(links ?? {})) faults.push(...linkFaults(link, byId))
  }
  if (!Object.keys(responses).some((status) => status.startsWith('2'))) faults.push('no success')
  return faults
}

function linkFaults(
  { operationId, parameters }: Link,
  byId: ReadonlyMap<string, { operation: OpenApiOperation }[]>,
): string[] {
  const target = byId.get(operationId)?.[0]?.operation
  if (!target) return [`a link leads to ${operationId}, which does not exist`]
  return Object.keys(parameters)
    .filter((name) => !target.parameters.some((parameter) => parameter.name === name))
    .map((name) => `a link gives ${operationId} the parameter ${name}, which it does not take`)
}

function referenceFaults(document: OpenApi): string[] {
  const faults: string[] = []
  const open: unknown[] = [document]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, child] of Object.entries(value)) {
      if (name === '$ref' && !resolves(document, String(child))) {
        faults.push(`${String(child)} leads nowhere`)
      }
      open.push(child)
    }
  }
  return faults
}

function resolves(document: OpenApi, reference: string): boolean {
  if (!reference.startsWith('#/')) return false
  let value: unknown = document
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false
    value = (value as Json)[name]
  }
  return true
}

/** OpenAPI 3.1 schemas are JSON Schema 2020-12, so its own validator judges them. */
function schemaFaults({ components, paths }: OpenApi): string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const parameters = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation.parameters),
  )
  return [
    ...Object.entries(components.schemas),
    ...parameters.map(({ name, schema }): [string, Json] => [name, schema]),
  ].flatMap(([name, schema]) =>
    ajv.validateSchema(schema) ? [] : [`schema ${name}: ${ajv.errorsText(ajv.errors)}`],
  )
}
