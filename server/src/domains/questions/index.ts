// Public interface of questions: its routes, and what tasks, claims and work do with questions.
export { type AnswerRule, checkQuestion, refuseAnswer } from './answer-rule.ts'
export { toQuestion } from './question-document.ts'
export { createRoutes, type QuestionRouteOptions } from './routes.ts'
export { getQuestionRow, listPage, refuseClosed } from './service/get-question.ts'
export { acknowledgeAnswers, listAnswers, listAnswersOf } from './service/hand-out-answers.ts'
export { getLinkedQuestion } from './service/link-question.ts'
export { recordQuestions } from './service/record-questions.ts'
export { withdrawQuestions } from './service/withdraw-questions.ts'
export {
  findQuestion,
  insertQuestion,
  listDue,
  type NewQuestion,
  type QuestionRow,
  updateAnswered,
  updateExpired,
} from './store.ts'
