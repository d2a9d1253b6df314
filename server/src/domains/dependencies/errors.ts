// Errors of dependencies, as constructors.
import { Problem } from '#lib/problem.ts'

/** One text for a missing task and one of another tenant: the response must not reveal which. */
export function unknownBlocker(taskId: string): Problem {
  return dependencyInvalid(`\`blocked_by\` has a task that does not exist: ${taskId}.`)
}

export function ownBlocker(): Problem {
  return dependencyInvalid('`blocked_by` has the task itself.')
}

export function dependencyCycle(): Problem {
  return dependencyInvalid('`blocked_by` has a task that is blocked by this one.')
}

export function tooManyDependencies(max: number): Problem {
  return dependencyInvalid(
    `The tasks of \`blocked_by\` are blocked by more than ${max.toLocaleString('en')} other tasks.`,
  )
}

function dependencyInvalid(detail: string): Problem {
  return new Problem('dependency_invalid', detail)
}
