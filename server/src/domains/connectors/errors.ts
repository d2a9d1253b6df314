// The problems connectors can have, as constructors.
import { encodeId } from '#lib/ids.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing and a foreign one: the answer must not tell them apart. */
export function connectorNotFound(): Problem {
  return new Problem('connector_not_found')
}

export function connectorNotEnrolled(): Problem {
  return new Problem('connector_not_enrolled')
}

export function connectorLimitReached(most: number): Problem {
  return new Problem('connector_limit_reached', `There may be ${most} connectors, and there are.`)
}

export function connectorNameTaken(existing: string): Problem {
  return new Problem('connector_name_taken', undefined, {
    details: { existing_id: encodeId('connector', existing) },
  })
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The connector is at version ${current}. Read it again, apply your change, and send its new ETag.`,
  )
}
