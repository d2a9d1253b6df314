// Public interface of asking: questions about a run, and their answers.
export { answerByLink, answerQuestion, saveAnswer } from './service/answer.ts'
export { askQuestion } from './service/ask.ts'
export { listQuestionPage, showLinked } from './service/list-questions.ts'
