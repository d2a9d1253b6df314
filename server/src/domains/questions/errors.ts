// Errors of questions, as constructors.
import type { FieldError, QuestionState } from '@task-service/contract'
import { fieldProblem } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing question and one of another tenant: the response must not reveal which. */
export function questionNotFound(): Problem {
  return new Problem('question_not_found')
}

const closedBy: Record<Exclude<QuestionState, 'open'>, string> = {
  answered: 'was already answered. Get the question to see the answer',
  expired: 'has expired and can no longer be answered',
  withdrawn: 'was withdrawn because its run ended, and can no longer be answered',
}

export function questionClosed(state: Exclude<QuestionState, 'open'>): Problem {
  return new Problem('question_closed', `The question ${closedBy[state]}.`)
}

export function answerInvalid(errors: FieldError[]): Problem {
  return fieldProblem('answer_invalid', errors)
}

export function schemaInvalid(detail: string): Problem {
  return new Problem('schema_invalid', detail)
}

export function answerLinkInvalid(): Problem {
  return new Problem('answer_link_invalid')
}
