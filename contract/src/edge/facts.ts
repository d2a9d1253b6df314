// What a connector says about itself.
import { type Static, Type } from 'typebox'
import { Closed, Text } from '../schema.ts'

export const ConnectorFacts = Closed(
  {
    version: Text({ minLength: 1, maxLength: 50 }),
    os: Text({ maxLength: 50 }),
    host: Text({ maxLength: 255 }),
    /** How it gets out: through a proxy, with a certificate authority of its own. */
    proxy: Type.Boolean(),
    custom_ca: Type.Boolean(),
  },
  { description: 'What the connector says about itself' },
)
export type ConnectorFacts = Static<typeof ConnectorFacts>
