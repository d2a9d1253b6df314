// Operations on the questions of agents.
import {
  AnswerLink,
  AnswerLinkCreate,
  Question,
  QuestionAnswer,
  QuestionCreate,
  QuestionListQuery,
  QuestionPage,
  questionParams,
} from '../agents/questions.ts'
import { runParams } from '../agents/runs.ts'
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { bodyErrors, idempotencyErrors } from './request-errors.ts'

const tag = 'Questions'

export const questionOperations = {
  'questions.create': operation({
    method: 'POST',
    path: '/api/runs/{run}/questions',
    tag,
    summary: 'Ask a question',
    description:
      'Parks the run: it has no lease and uses no budget until the question is answered. Keep sending heartbeats to get the answer: after it, the run must be resumed within `lease_seconds`. Otherwise the next attempt gets the answer.',
    params: runParams,
    query: NoQuery,
    body: QuestionCreate,
    success: { 201: { description: 'Asked', body: Question, headers: ['Location'] } },
    errors: [
      ...bodyErrors,
      ...idempotencyErrors,
      'run_not_found',
      'lease_lost',
      'run_parked',
      'schema_invalid',
      'answer_invalid',
    ],
    idempotencyKey: true,
    agentToken: true,
  }),
  'questions.list': operation({
    method: 'GET',
    path: '/api/questions',
    tag,
    summary: 'List questions',
    description: 'What agents asked, newest first.',
    query: QuestionListQuery,
    success: { 200: { description: 'Newest first', body: QuestionPage, headers: ['Link'] } },
    errors: ['task_not_found', 'invalid_cursor'],
  }),
  'questions.get': operation({
    method: 'GET',
    path: '/api/questions/{question}',
    tag,
    summary: 'Get a question',
    description: 'The question, its options and, if there is one, its answer.',
    params: questionParams,
    query: NoQuery,
    success: { 200: { description: 'The question', body: Question } },
    errors: ['question_not_found'],
  }),
  'questions.answer': operation({
    method: 'POST',
    path: '/api/questions/{question}/answer',
    tag,
    summary: 'Answer a question',
    description: 'The first answer counts.',
    params: questionParams,
    query: NoQuery,
    body: QuestionAnswer,
    success: { 200: { description: 'The answered question', body: Question } },
    errors: [
      ...bodyErrors,
      ...idempotencyErrors,
      'question_not_found',
      'question_closed',
      'answer_invalid',
    ],
    idempotencyKey: true,
  }),
  'questions.link': operation({
    method: 'POST',
    path: '/api/questions/{question}/link',
    tag,
    summary: 'Create a link to answer a question',
    description:
      'For someone without an account. The link works once, and a new link replaces the old one.',
    params: questionParams,
    query: NoQuery,
    body: AnswerLinkCreate,
    success: { 201: { description: 'Created', body: AnswerLink } },
    errors: [...bodyErrors, ...idempotencyErrors, 'question_not_found', 'question_closed'],
    idempotencyKey: true,
  }),
} as const satisfies Record<string, Operation>
