// What a question is part of: the run that waits, and what happens if no one answers.
import { useQuery } from '@tanstack/react-query'
import type { Question, Run } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { progressOf } from '#features/runs/progress-of.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { deadlineText } from './deadline-text.ts'
import classes from './preview.module.css'
import { timeoutWords } from './timeout-words.ts'

function useRun(id: string): Run | undefined {
  return useQuery({
    queryKey: ['runs', 'one', id],
    queryFn: async ({ signal }) => (await call('runs.get', { params: { run: id }, signal })).body,
  }).data
}

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
