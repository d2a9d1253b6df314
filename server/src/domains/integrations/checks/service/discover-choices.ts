// Lists the choices that the external system offers. Nothing is stored.
import type { ChoiceKind, RemoteChoice } from '@task-service/contract'
import {
  type CheckSteps,
  fromFailure,
  openConnection,
} from '#domains/integrations/connection/index.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'

export async function discover(
  steps: CheckSteps,
  parts: IntegrationParts,
  integrationId: string,
  what: ChoiceKind,
): Promise<RemoteChoice[]> {
  const { session } = await openConnection(steps, parts, integrationId)
  try {
    return await session.discover(what, steps.signal)
  } catch (error) {
    throw fromFailure(error)
  }
}
