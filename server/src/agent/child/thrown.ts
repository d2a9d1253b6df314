// Converts anything an integration throws into a failure; inspecting the thrown value may itself throw.
import type { Json } from '@task-service/kit'
import type { WireFailure } from '#agent/process/messages.ts'

const MAX_CHARS = 500

export function describeThrown(error: unknown): WireFailure {
  try {
    return describe(error)
  } catch {
    return broke('unknown error')
  }
}

function describe(error: unknown): WireFailure {
  if (!(error instanceof Error)) return broke(`${typeof error}: ${String(error)}`)
  // An integration may bundle its own copy of the kit, so the class may differ.
  const { kind, facts } = error as { kind?: unknown; facts?: unknown } & Error // checked below
  if (error.name === 'Failure' && typeof kind === 'string') {
    return {
      kind,
      message: error.message.slice(0, MAX_CHARS),
      // A copy, so that it can always be sent.
      facts: JSON.parse(JSON.stringify(facts ?? {})) as Record<string, Json>,
    }
  }
  return broke(`${error.name}: ${error.message}`)
}

const broke = (text: string): WireFailure => ({
  kind: 'internal',
  message: `Internal error of the integration: ${text.slice(0, MAX_CHARS)}`,
  facts: {},
})
