// The problems integrations can have, as constructors.

import type { FieldError } from '@task-service/contract'
import { Problem } from '#lib/problem.ts'

/** One text for a missing and a foreign one: the answer must not tell them apart. */
export function integrationNotFound(): Problem {
  return new Problem('integration_not_found')
}

export function providerUnknown(): Problem {
  return new Problem('provider_unknown')
}

export function providerMissing(provider: string): Problem {
  return new Problem(
    'provider_missing',
    `The provider ${provider} is not installed. Ask the operator to install it again.`,
  )
}

export function integrationLimitReached(most: number): Problem {
  return new Problem(
    'integration_limit_reached',
    `There may be ${most} integrations, and there are.`,
  )
}

export function credentialRequired(): Problem {
  return new Problem('credential_required')
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The integration is at version ${current}. Read it again, apply your change, and send its new ETag.`,
  )
}

export function credentialIncomplete(names: readonly string[]): Problem {
  return new Problem('credential_incomplete', `Also needed: ${names.join(', ')}.`, {
    details: { errors: names.map((name) => fault(`/secrets/${name}`, 'is required')) },
  })
}

/** The texts name no address that the tenant did not write. */
export function hostRefused({ detail, remedy }: { detail: string; remedy: string }): Problem {
  return new Problem('integration_host_refused', `${detail} ${remedy}`)
}

/** Mistakes that the schema of the body cannot see. */
export function fieldsRefused(faults: readonly { pointer: string; message: string }[]): Problem {
  const [first] = faults
  return new Problem('integration_fields_refused', `body ${first?.pointer}: ${first?.message}.`, {
    details: { errors: faults.map(({ pointer, message }) => fault(pointer, message)) },
  })
}

function fault(pointer: string, message: string): FieldError {
  return { in: 'body', pointer, message }
}
