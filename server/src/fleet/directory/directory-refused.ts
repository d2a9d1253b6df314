// What the directory refuses, in words for the operator.

export type RefusalReason =
  /** A value that can never be accepted. */
  | 'invalid'
  /** The object is missing, or in the way. */
  | 'conflict'

export class DirectoryRefused extends Error {
  override readonly name = 'DirectoryRefused'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export function cellUnknown(name: string): DirectoryRefused {
  return new DirectoryRefused(
    'conflict',
    `Cell "${name}" does not exist in the directory. List cells with: task-service cell list`,
  )
}
