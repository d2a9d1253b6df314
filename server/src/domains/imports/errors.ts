// Errors of imports, as constructors, and what can be wrong with a file when its rows are read.
import type { FieldError, ImportState } from '@task-service/contract'
import { bodyError, fieldProblem, quote, unknownSentence } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

const count = (bytes: number) => bytes.toLocaleString('en')

/** One text for a missing import and one of another tenant: the response must not reveal which. */
export function importNotFound(): Problem {
  return new Problem('import_not_found')
}

export function fileInvalid(detail: string): Problem {
  return new Problem('import_file_invalid', detail)
}

export function formatUnknown(name: string): Problem {
  return fileInvalid(
    `The format of ${quote(name)} is unknown. Send \`format=csv\` or \`format=jsonl\`.`,
  )
}

export function importLimitReached(most: number): Problem {
  return new Problem(
    'import_limit_reached',
    `This tenant has the maximum of ${most} imports that have not finished. Finish or delete one, or ask the operator to raise SERVICE_ACP_LIMIT_IMPORTS.`,
  )
}

export function quotaReached(needed: number, used: number, limit: number): Problem {
  return new Problem(
    'import_quota_reached',
    `The file needs ${count(needed)} bytes, and ${count(Math.max(0, limit - used))} of ${count(limit)} are free (SERVICE_ACP_LIMIT_IMPORT_STORAGE). Delete imports that are no longer needed, split the file, or ask the operator to raise the limit.`,
  )
}

/** The state, and what leads out of it. */
export function stateConflict(
  state: ImportState,
  wanted: string,
  allowed: readonly string[],
): Problem {
  const ways = allowed.length > 0 ? ` Possible: ${allowed.join(', ')}.` : ''
  return new Problem(
    'import_state_conflict',
    `The import is ${state}, so that it cannot be ${wanted}.${ways}`,
  )
}

export function alreadyStarted(): Problem {
  return new Problem(
    'import_state_conflict',
    'The import was started, so that its mapping is fixed. Continue it with `start`, or upload the file again.',
  )
}

export function mappingInvalid(errors: FieldError[]): Problem {
  return fieldProblem('invalid_request', errors)
}

export function columnUnknown(place: number, name: string, known: readonly string[]): FieldError {
  const message = unknownSentence('column', name, known.slice(0, 50))
  return bodyError(`/mapping/${place}/column`, 'invalid_value', lowerFirst(message))
}

const lowerFirst = (text: string) =>
  `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, '')

/** The upload was given up meanwhile. */
export function uploadGone(): Problem {
  return new Problem('import_not_found', 'The import was deleted during the upload.')
}

/** Ends an import: its rows cannot be found from here on. */
export class UnreadableFile extends Error {}
