// What happens if no one answers, in words.
import type { Question } from '@task-service/contract'
import type { TFunction } from 'i18next'
import { answerText } from './answer-text.ts'

type Asked = Pick<Question, 'on_timeout' | 'options' | 'kind'>

export function timeoutWords(
  question: Asked,
  queue: string | undefined,
  t: TFunction<'inbox'>,
): string {
  const { action, answer } = question.on_timeout
  if (action === 'fail') return t('timeout.fail')
  if (action === 'answer') return t('timeout.answer', { answer: answerText(question, answer, t) })
  return queue === undefined ? t('timeout.release') : t('timeout.releaseTo', { queue })
}
