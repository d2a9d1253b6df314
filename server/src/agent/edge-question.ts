// Access of an integration to connectors: only to those in its configuration, and with a time limit.
import {
  type EdgeRequest,
  type EdgeRows,
  type EdgeStatement,
  Failure,
  type Manifest,
} from '@task-service/kit'
import type { EdgeQuestion } from '#agent/shapes/message.ts'
import type { HostLimits } from './limits.ts'
import type { Connection } from './plugin-session.ts'

export type EdgeAsker = { tenantId: string; integrationId: string }

/** Implemented by the app. Both throw only a `Failure`. */
export type EdgeConnection = {
  runStatement: (
    asker: EdgeAsker,
    request: EdgeRequest & { timeoutMs: number },
    signal: AbortSignal,
  ) => Promise<EdgeRows>
  listStatements: (asker: EdgeAsker, connector: string) => Promise<EdgeStatement[]>
}

export type EdgeParts = {
  manifest: Pick<Manifest, 'capabilities' | 'config'>
  edge: EdgeConnection | undefined
  limits: Pick<HostLimits, 'edgeMs'>
}

export type AskEdge = (
  question: EdgeQuestion,
  signal: AbortSignal,
) => Promise<EdgeRows | EdgeStatement[]>

/** Undefined for an integration without the `edge` capability. */
export function createAskEdge(
  connection: Connection,
  { manifest, edge, limits }: EdgeParts,
): AskEdge | undefined {
  if (!manifest.capabilities.edge || !edge) return undefined
  const { tenantId, integrationId, config } = connection
  const entered = manifest.config
    .filter(({ kind }) => kind === 'connector')
    .map(({ name }) => config[name])
  return async (question, signal) => {
    if (!entered.includes(question.connector)) {
      throw new Failure('forbidden', 'The integration is not allowed to use this connector.')
    }
    const asker = { tenantId, integrationId }
    if (!('statement' in question)) return await edge.listStatements(asker, question.connector)
    const timeoutMs = Math.min(question.timeoutMs ?? limits.edgeMs, limits.edgeMs)
    return await edge.runStatement(asker, { ...question, timeoutMs }, signal)
  }
}
