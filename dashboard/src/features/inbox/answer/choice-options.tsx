// The options of a choice or a confirmation, each with the number key that selects it.

import type { Question } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import classes from './answer.module.css'

/** Keys 1 to 9. */
const KEYS = 9

export type AnswerOption = { value: string; label: string; description: string }

export function useOptions({ kind, options }: Question): readonly AnswerOption[] {
  const { t } = useTranslation('inbox')
  if (kind === 'confirmation') {
    return [
      { value: 'true', label: t('yes'), description: '' },
      { value: 'false', label: t('no'), description: '' },
    ]
  }
  return (options ?? []).map(({ value, label = value, description = '' }) => ({
    value,
    label,
    description,
  }))
}

export function ChoiceOptions({
  question,
  chosen,
  isInvalid,
  onChoose,
}: {
  question: Question
  chosen: string
  isInvalid: boolean
  onChoose: (value: string) => void
}) {
  const options = useOptions(question)
  return (
    <div
      className={classes['options']}
      data-short={question.kind === 'confirmation' || undefined}
      role="radiogroup"
      aria-label={question.prompt}
      aria-invalid={isInvalid || undefined}
    >
      {options.map(({ value, label, description }, index) => (
        <label
          key={value}
          className={classes['option']}
          data-chosen={value === chosen || undefined}
        >
          <input
            type="radio"
            name={question.id}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span className={classes['what']}>
            <b>{label}</b>
            {description !== '' && <small>{description}</small>}
          </span>
          {index < KEYS && <KeyHint keys={String(index + 1)} />}
        </label>
      ))}
    </div>
  )
}
