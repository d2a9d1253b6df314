// Ping and the OpenAPI document.
import { type Static, Type } from 'typebox'
import { Choice, Closed, OpenObject, Timestamp } from './schema.ts'

export const Ping = Closed({
  status: Choice(['ok']),
  tenant: Type.String({ description: 'Tenant of the API key' }),
  version: Type.String({ description: 'Version of Task Service' }),
  time: Timestamp('Server time'),
})
export type Ping = Static<typeof Ping>

export const OpenApiDocument = OpenObject({ description: 'OpenAPI 3.1 document' })
export const NoQuery = Closed({})
