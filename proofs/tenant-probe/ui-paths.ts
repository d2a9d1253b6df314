// The operations on a person's inbox in the form of the OpenAPI document, which has only those that an API key can call.
import { type Operation, uiOperations } from '@task-service/contract'
import type { Json } from './id-positions.ts'

const isProbed = (id: string) => id.startsWith('inbox.')

export function uiPaths(): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [id, entry] of Object.entries<Operation>(uiOperations)) {
    if (!isProbed(id)) continue
    const path = (paths[entry.path] ??= {})
    path[entry.method.toLowerCase()] = { operationId: id, ...describe(entry) }
  }
  return paths
}

function describe({ params, query, body }: Operation): Json {
  return {
    parameters: [...list('path', params?.properties), ...list('query', query.properties)],
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
  }
}

const list = (place: 'path' | 'query', properties: object | undefined): Json[] =>
  Object.entries(properties ?? {}).map(([name, schema]: [string, unknown]) => ({
    name,
    in: place,
    schema,
  }))
