// Questions and approvals: open ones first, then those that are closed.
import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { type InboxItem, isApproval } from '../inbox-item.ts'
import type { Inbox, InboxFilter } from '../use-inbox.ts'
import { ApprovalRow } from './approval-row.tsx'
import classes from './list.module.css'
import { QuestionRow } from './question-row.tsx'

export function InboxList({
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
  const { open, closed, items, more } = inbox
  if (inbox.isPending) return <RowSkeleton rows={8} height={58} />
  if (inbox.error && items.length === 0) {
    return <ErrorState what={t('items')} error={inbox.error} onRetry={inbox.retry} />
  }
  if (items.length === 0) return <NoItems filter={filter} />
  return (
    <div className={classes['list']} ref={place}>
      {open.length > 0 && <Group name={t('groups.open')} items={open} selected={selected} />}
      {filter !== 'closed' && open.length === 0 && (
        <p className={classes['none']}>{t(`empty.none.${filter}`)}</p>
      )}
      {closed.length > 0 && <Group name={t('groups.closed')} items={closed} selected={selected} />}
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

function NoItems({ filter }: { filter: InboxFilter }) {
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
  items,
  selected,
}: {
  name: string
  items: readonly InboxItem[]
  selected: string | undefined
}) {
  return (
    <section aria-label={name}>
      <h2 className={classes['group']}>{name}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            {isApproval(item) ? (
              <ApprovalRow approval={item} isSelected={item.id === selected} />
            ) : (
              <QuestionRow question={item} isSelected={item.id === selected} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
