// Errors of dependencies, as constructors.
import { Problem } from '#lib/problem.ts'

/** One text for a missing task and one of another tenant: the response must not reveal which. */
export function unknownBlocker(taskId: string): Problem {
  return dependencyInvalid(`\`blocked_by\` contains a task that does not exist: ${taskId}.`)
}

export function ownBlocker(): Problem {
  return dependencyInvalid('`blocked_by` contains the task itself. Remove it from the list.')
}

export function dependencyCycle(): Problem {
  return dependencyInvalid('`blocked_by` contains a task that is blocked by this one.')
}

export function tooManyDependencies(max: number): Problem {
  return dependencyInvalid(
    `The tasks in \`blocked_by\` are blocked by too many other tasks, maximum ${max.toLocaleString('en')}.`,
  )
}

function dependencyInvalid(detail: string): Problem {
  return new Problem('dependency_invalid', detail)
}
