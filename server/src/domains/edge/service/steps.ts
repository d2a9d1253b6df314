// How work at the endpoints of connectors and for their jobs reaches the database: in steps, since it waits in between.
import type { WorkContext } from '#db/context.ts'

/** Each call is a transaction of its own, over when it returns. */
export type EdgeSteps = {
  tenantId: string
  read: <T>(work: (ctx: WorkContext) => Promise<T>) => Promise<T>
  write: <T>(work: (ctx: WorkContext) => Promise<T>) => Promise<T>
}

/** A connector whose frame was admitted. */
export type Admitted = { connectorId: string; name: string; sessionId: string }
