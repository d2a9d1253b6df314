// What a question is part of: the run that waits, and what happens if no one answers.
import type { Question } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { progressOf } from '#features/runs/progress-of.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { useRun } from '../use-run.ts'
import { deadlineText } from './deadline-text.ts'
import classes from './preview.module.css'
import { timeoutWords } from './timeout-words.ts'

export function QuestionFacts({ question }: { question: Question }) {
  const { t } = useTranslation(['inbox', 'runs'])
  const { t: own } = useTranslation('inbox')
  const locale = useLocale()
  const now = useNow()
  const run = useRun(question.run_id)
  const { expires_at: until, state } = question
  const step = run && progressOf(run).step
  return (
    <dl className={classes['facts']}>
      {run && (
        <Fact name={t('inbox:facts.run')}>
          {run.state === 'parked' && step
            ? t('inbox:facts.parkedAt', step)
            : t(`runs:state.${run.state}`)}
        </Fact>
      )}
      {run && <Fact name={t('inbox:facts.attempt')}>{run.attempt}</Fact>}
      {state === 'open' && (
        <Fact
          name={
            until === null
              ? t('inbox:facts.noDeadline')
              : t('inbox:facts.unanswered', { time: deadlineText(new Date(until), now, locale) })
          }
        >
          {until === null ? t('inbox:timeout.never') : timeoutWords(question, run?.queue, own)}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
