// Details that a connector reports about its host.
import { type Static, Type } from 'typebox'
import { Closed, Text } from '../schema.ts'

export const ConnectorFacts = Closed(
  {
    version: Text({ minLength: 1, maxLength: 50 }),
    os: Text({ maxLength: 50 }),
    host: Text({ maxLength: 255 }),
    /** How it connects: through a proxy, with a custom certificate authority. */
    proxy: Type.Boolean(),
    custom_ca: Type.Boolean(),
  },
  { description: 'Version and host of the connector, as it reports them' },
)
export type ConnectorFacts = Static<typeof ConnectorFacts>
