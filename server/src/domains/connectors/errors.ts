// Errors of connectors, as constructors.
import { encodeId } from '#lib/ids.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing connector and one of another tenant: the response must not reveal which. */
export function connectorNotFound(): Problem {
  return new Problem('connector_not_found')
}

export function connectorNotEnrolled(): Problem {
  return new Problem('connector_not_enrolled')
}

export function connectorLimitReached(most: number): Problem {
  return new Problem(
    'connector_limit_reached',
    `This tenant has the maximum of ${most} connectors. Delete an unused one, or ask the operator to raise SERVICE_ACP_LIMIT_CONNECTORS.`,
  )
}

export function connectorNameTaken(name: string, existing: string): Problem {
  const detail = `A connector named ${JSON.stringify(name)} already exists. Choose another name, or use the connector in \`existing_id\`.`
  return new Problem('connector_name_taken', detail, {
    details: { existing_id: encodeId('connector', existing) },
  })
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the connector is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}
