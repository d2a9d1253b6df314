// An answer as people read it: the label of the chosen option, yes or no, a text, or JSON.
import type { Question } from '@task-service/contract'
import type { TFunction } from 'i18next'

export function answerText(
  { kind, options }: Pick<Question, 'kind' | 'options'>,
  answer: unknown,
  t: TFunction<'inbox'>,
): string {
  if (kind === 'confirmation') return answer === true ? t('yes') : t('no')
  if (typeof answer !== 'string') return JSON.stringify(answer)
  return options?.find(({ value }) => value === answer)?.label ?? answer
}

/** Shown in a block, because it has a structure. */
export const isStructured = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null
