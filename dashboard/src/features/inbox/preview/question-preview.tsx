// One question: who asks what about which task, the way to answer it, and what happens without an answer.
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Question } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Problem } from '#api/problem.ts'
import { Markdown } from '#components/markdown/markdown.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { AnswerForm } from '../answer/answer-form.tsx'
import { questionQuery } from '../question-queries.ts'
import { QuestionStatePill } from '../question-state.tsx'
import { ClosedQuestion } from './closed-question.tsx'
import classes from './preview.module.css'
import { QuestionFacts } from './question-facts.tsx'
import { TaskBar } from './task-bar.tsx'

export function QuestionPreview({ id }: { id: string }) {
  const { t } = useTranslation('inbox')
  const client = useQueryClient()
  const { data: question, error, refetch } = useQuery(questionQuery(client, id))
  if (question) return <Loaded key={question.id} question={question} />
  if (!error) return <RowSkeleton rows={4} height={56} />
  if (error instanceof Problem && error.code === 'question_not_found') {
    return (
      <EmptyState
        icon={<IconSearchOff size={24} stroke={1.75} aria-hidden="true" />}
        title={t('missing.title')}
      >
        {t('missing.text')}
      </EmptyState>
    )
  }
  return <ErrorState what={t('question')} error={error} onRetry={() => void refetch()} />
}

function Loaded({ question }: { question: Question }) {
  const { t } = useTranslation('inbox')
  const { agent, prompt, context, created_at: askedAt } = question
  return (
    <>
      <TaskBar taskId={question.task_id} />
      <div className={classes['scroller']}>
        <div className={classes['content']}>
          <div className={classes['asker']}>
            <Worker assignee={null} delegate={agent} size={32} />
            <div className={classes['who']}>
              <p>
                <b>{agent}</b> {t('asks')}
              </p>
              <small>
                <RelativeTime at={askedAt} />
              </small>
            </div>
            <QuestionStatePill state={question.state} />
          </div>
          <h2 className={classes['prompt']}>{prompt}</h2>
          {context !== '' && (
            <div className={classes['context']}>
              <Markdown text={context} />
            </div>
          )}
          {question.state === 'open' ? (
            <AnswerForm question={question} />
          ) : (
            <ClosedQuestion question={question} />
          )}
          <QuestionFacts question={question} />
        </div>
      </div>
    </>
  )
}
