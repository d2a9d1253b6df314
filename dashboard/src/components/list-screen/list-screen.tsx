// The list of one kind of record: search, filter and action in the head; rows or cards, or why there are none.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FindField } from '#components/fields/find-field.tsx'
import { Page } from '#components/page/page.tsx'
import { PageAction } from '#components/page/page-action.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { useKeys } from '#lib/keys.ts'
import { useAddress } from '#lib/use-address.ts'
import { ListBody } from './list-body.tsx'
import type { Listed, ListOf } from './list-of.ts'
import classes from './list-screen.module.css'
import { StateFilter } from './state-filter.tsx'

export function ListScreen<Item extends Listed, State extends string>({
  found,
  list,
  skeleton,
  panel,
  foot,
  children,
  onAdd,
}: {
  found: UseQueryResult<Item[]>
  list: ListOf<Item, State>
  /** Shown while the records load, in the size they will have. */
  skeleton: ReactNode
  /** Opens next to the list. */
  panel?: ReactNode
  /** Follows the records, also when there are none. */
  foot?: ReactNode
  /** Dialogs. */
  children?: ReactNode
  /** Must stay the same between renderings. */
  onAdd: () => void
}) {
  const { texts } = list
  const all = found.data
  const hasItems = all !== undefined && all.length > 0
  useAddKey(texts.keys.add, onAdd)
  return (
    <Page
      title={texts.title}
      bleed
      meta={hasItems && <Count items={all} list={list} />}
      actions={
        <>
          {hasItems && <HeadTools items={all} list={list} />}
          <PageAction
            icon={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            label={texts.add}
            keys="c"
            onClick={onAdd}
          />
        </>
      }
    >
      <Split panel={panel}>
        {found.isPending && skeleton}
        {/* Once loaded, records stay on the screen; the banner says that they are not fresh. */}
        {found.isError && !all && (
          <ErrorState what={texts.title} error={found.error} onRetry={() => void found.refetch()} />
        )}
        {hasItems && <ListBody items={all} list={list} />}
        {all?.length === 0 && <NoItems list={list} onAdd={onAdd} />}
        {all && foot && <div className={classes['foot']}>{foot}</div>}
      </Split>
      {children}
    </Page>
  )
}

function NoItems({
  list: { texts, icon: Mark },
  onAdd,
}: {
  list: Pick<ListOf<never, never>, 'texts' | 'icon'>
  onAdd: () => void
}) {
  return (
    <EmptyState
      icon={<Mark size={24} stroke={1.75} aria-hidden="true" />}
      title={texts.emptyTitle}
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAdd}>
          {texts.add}
        </Button>
      }
    >
      {texts.emptyText}
    </EmptyState>
  )
}

function useAddKey(label: string, onAdd: () => void): void {
  useKeys(useMemo(() => [{ keys: 'c', group: 'list' as const, label, run: onAdd }], [label, onAdd]))
}

type Given<Item, State extends string> = { items: readonly Item[]; list: ListOf<Item, State> }

function Count<Item, State extends string>({ items, list }: Given<Item, State>) {
  const { t } = useTranslation('lists')
  const count = items.filter(list.needsAttention).length
  const sum = list.texts.count(items.length)
  return (
    <span className={classes['count']}>
      {count > 0 ? `${sum}, ${t('needAttention', { count })}` : sum}
    </span>
  )
}

function HeadTools<Item, State extends string>({ items, list }: Given<Item, State>) {
  const [address, change] = useAddress()
  const { texts, filter } = list
  return (
    <>
      {texts.find !== undefined && (
        <FindField
          label={texts.find}
          placeholder={texts.find}
          value={address['q'] ?? ''}
          group="list"
          onChange={(q) => change({ q: q || undefined })}
        />
      )}
      {filter.inHead && (
        <span className={classes['headFilter']}>
          <StateFilter items={items} filter={filter} />
        </span>
      )}
    </>
  )
}
