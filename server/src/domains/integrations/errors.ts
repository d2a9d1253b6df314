// Errors of integrations, as constructors.

import type { FieldError } from '@task-service/contract'
import { bodyError, fieldProblem, unknownSentence } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing integration and one of another tenant: the response must not reveal which. */
export function integrationNotFound(): Problem {
  return new Problem('integration_not_found')
}

export function providerUnknown(provider: string, installed: readonly { id: string }[]): Problem {
  const allowed = installed.map(({ id }) => id)
  const detail = unknownSentence('provider', provider, allowed)
  return new Problem('provider_unknown', detail, { details: { allowed } })
}

export function providerMissing(provider: string): Problem {
  return new Problem(
    'provider_missing',
    `The provider ${provider} is not installed. Ask the operator to reinstall it.`,
  )
}

export function integrationLimitReached(most: number): Problem {
  return new Problem(
    'integration_limit_reached',
    `This tenant has the maximum of ${most} integrations. Delete an unused one, or ask the operator to raise SERVICE_ACP_LIMIT_INTEGRATIONS.`,
  )
}

export function credentialRequired(): Problem {
  return new Problem(
    'credential_required',
    'The integration has no usable credential. Set it with `PUT /api/integrations/{integration}/credential`.',
  )
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the integration is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}

export function credentialIncomplete(names: readonly string[]): Problem {
  const errors = names.map((name) => bodyError(`/secrets/${name}`, 'required', 'is required'))
  const detail = `Missing secrets: ${names.join(', ')}. Send them in \`secrets\`.`
  return new Problem('credential_incomplete', detail, { details: { errors } })
}

/** The texts contain no address that the tenant did not enter. */
export function hostRefused({ detail, remedy }: { detail: string; remedy: string }): Problem {
  return new Problem('integration_host_refused', `${detail} ${remedy}`)
}

/** What the schema of the body cannot check. */
export function fieldsRefused(errors: FieldError[]): Problem {
  return fieldProblem('integration_fields_refused', errors)
}
