// The items of one's own inbox, by day: loading, empty, failed or there.
import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { Notification } from '@task-service/contract'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { useNow } from '#lib/use-now.ts'
import classes from '../list/list.module.css'
import type { Box, Filter } from './inbox-lists.ts'
import { ItemRow } from './item-row.tsx'
import { keyOf, type OwnInbox } from './use-own-inbox.ts'

export function OwnList({
  inbox,
  box,
  filter,
  selected,
  place,
}: {
  inbox: OwnInbox
  box: Box
  filter: Filter
  selected: string | undefined
  place: RefObject<HTMLDivElement | null>
}) {
  const { t } = useTranslation('inbox')
  const today = useNow().toDateString()
  const { items, more } = inbox
  if (inbox.isPending) return <RowSkeleton rows={8} height={58} />
  if (inbox.error && items.length === 0) {
    return <ErrorState what={t('items')} error={inbox.error} onRetry={inbox.retry} />
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<IconInbox size={24} stroke={1.75} aria-hidden="true" />}
        title={t(box === 'active' ? `own.empty.${filter}` : `own.empty.${box}`)}
      >
        {t(box === 'active' ? 'own.empty.text' : `own.empty.${box}Text`)}
      </EmptyState>
    )
  }
  const isToday = (item: Notification) =>
    new Date(item.snoozed_until ?? item.created_at).toDateString() === today
  const [recent, earlier] = [items.filter(isToday), items.filter((item) => !isToday(item))]
  return (
    <div className={classes['list']} ref={place}>
      {recent.length > 0 && <Group name={t('groups.today')} items={recent} selected={selected} />}
      {earlier.length > 0 && (
        <Group
          name={t(box === 'snoozed' ? 'groups.otherDays' : 'groups.earlier')}
          items={earlier}
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

function Group({
  name,
  items,
  selected,
}: {
  name: string
  items: readonly Notification[]
  selected: string | undefined
}) {
  return (
    <section aria-label={name}>
      <h2 className={classes['group']}>{name}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <ItemRow item={item} isSelected={keyOf(item) === selected} />
          </li>
        ))}
      </ul>
    </section>
  )
}
