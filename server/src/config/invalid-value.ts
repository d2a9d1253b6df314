// The error of an invalid value; it never contains the value, because a secret may be in any variable by mistake.
import { describeAccepted } from './describe-accepted.ts'
import type { Variable } from './schema.ts'

export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'
  readonly problem: string
  readonly remedy: string

  constructor(problem: string, remedy: string) {
    super(problem)
    this.problem = problem
    this.remedy = remedy
  }
}

export function reject(problem: string, variable: Variable): never {
  throw new InvalidValue(problem, `Use ${describeAccepted(variable)}.`)
}
