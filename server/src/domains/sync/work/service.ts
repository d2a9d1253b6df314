// What bringing two sides together needs: the words of both, a session with the vendor, and transactions that end with the
// right to work.
import { type Mapping, resolveMapping } from '@task-service/contract'
import type { Manifest, Person } from '@task-service/kit'
import type { PluginSession } from '#agent/host.ts'
import type { WorkContext } from '#db/context.ts'
import type { Dictionary } from '#domains/sync/merge/index.ts'

export type Work = {
  integration: {
    id: string
    provider: string
    config: Record<string, string | number | boolean>
    mapping: Mapping
    self: Person | null
  }
  manifest: Manifest
  dictionary: Dictionary
  session: PluginSession
  signal: AbortSignal
  retryMs: (tries: number) => number
  inLease: <T>(work: (ctx: WorkContext) => Promise<T>) => Promise<T>
  warn: (facts: object, message: string) => void
  /** False only for the control of a proof: what agents do is then sent without any approval. */
  gatesAgents: boolean
}

export function dictionaryOf(
  integration: Pick<Work['integration'], 'mapping'>,
  manifest: Manifest,
): Dictionary {
  return { mapping: resolveMapping(integration.mapping, manifest), fields: manifest.fields }
}
