// The questions: open ones first, then those that are closed.
import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { Question } from '@task-service/contract'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import type { Inbox, InboxFilter } from '../use-inbox.ts'
import classes from './list.module.css'
import { QuestionRow } from './question-row.tsx'

export function QuestionList({
  inbox,
  filter,
  selected,
  place,
}: {
  inbox: Inbox
  filter: InboxFilter
  selected: string | undefined
  place: RefObject<HTMLDivElement | null>
}) {
  const { t } = useTranslation('inbox')
  const { open, closed, questions, more } = inbox
  if (inbox.isPending) return <RowSkeleton rows={8} height={58} />
  if (inbox.error && questions.length === 0) {
    return <ErrorState what={t('questions')} error={inbox.error} onRetry={inbox.retry} />
  }
  if (questions.length === 0) return <NoQuestions filter={filter} />
  return (
    <div className={classes['list']} ref={place}>
      {open.length > 0 && <Group name={t('groups.open')} questions={open} selected={selected} />}
      {filter === 'all' && open.length === 0 && (
        <p className={classes['none']}>{t('empty.allAnswered')}</p>
      )}
      {closed.length > 0 && (
        <Group
          name={filter === 'answered' ? t('filters.answered') : t('groups.closed')}
          questions={closed}
          selected={selected}
        />
      )}
      {more.exist && (
        <div className={classes['more']}>
          <Button size="compact-md" variant="default" loading={more.isLoading} onClick={more.load}>
            {t('loadMore')}
          </Button>
        </div>
      )}
    </div>
  )
}

function NoQuestions({ filter }: { filter: InboxFilter }) {
  const { t } = useTranslation('inbox')
  return (
    <EmptyState
      icon={<IconInbox size={24} stroke={1.75} aria-hidden="true" />}
      title={t(`empty.${filter}`)}
    >
      {t('empty.text')}
    </EmptyState>
  )
}

function Group({
  name,
  questions,
  selected,
}: {
  name: string
  questions: readonly Question[]
  selected: string | undefined
}) {
  return (
    <section aria-label={name}>
      <h2 className={classes['group']}>{name}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionRow question={question} isSelected={question.id === selected} />
          </li>
        ))}
      </ul>
    </section>
  )
}
