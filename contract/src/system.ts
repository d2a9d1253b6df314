// What the service says about itself.
import { type Static, Type } from 'typebox'
import { Choice, Closed, OpenObject, Timestamp } from './schema.ts'

export const Ping = Closed({
  status: Choice(['ok']),
  tenant: Type.String({ description: 'Tenant the key belongs to' }),
  version: Type.String({ description: 'Version of the service' }),
  time: Timestamp('Clock of the server'),
})
export type Ping = Static<typeof Ping>

export const OpenApiDocument = OpenObject({ description: 'OpenAPI 3.1 document' })
export const NoQuery = Closed({})
