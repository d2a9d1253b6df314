// The records that match search and filter, as rows of a table or as cards; J and K move through them.
import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { useAddress } from '#lib/use-address.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import type { Listed, ListOf } from './list-of.ts'
import classes from './list-screen.module.css'
import { chosenState, StateFilter } from './state-filter.tsx'

export function ListBody<Item extends Listed, State extends string>({
  items,
  list,
}: {
  items: readonly Item[]
  list: ListOf<Item, State>
}) {
  const { t } = useTranslation('lists')
  const [address, change] = useAddress()
  const place = useRef<HTMLUListElement>(null)
  const { texts, filter, textOf, columns, icon: Mark } = list
  useRowKeys(place, 'list', texts.keys)
  const state = chosenState(filter, address)
  const word = (address['q'] ?? '').toLowerCase()
  const shown = items.filter(
    (item) =>
      (state === 'all' || filter.stateOf(item) === state) &&
      (textOf === undefined || textOf(item).toLowerCase().includes(word)),
  )
  return (
    <>
      <div className={classes[filter.inHead ? 'phoneBar' : 'bar']}>
        <StateFilter items={items} filter={filter} />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<Mark size={24} stroke={1.75} aria-hidden="true" />}
          title={texts.noMatchTitle}
          actions={
            <Button
              variant="default"
              onClick={() => change({ [filter.param]: undefined, q: undefined })}
            >
              {t('clearFilters')}
            </Button>
          }
        >
          {texts.noMatchText}
        </EmptyState>
      ) : (
        <Frame columns={columns}>
          <ul
            className={classes[columns ? 'list' : 'cards']}
            data-wide={list.hasWideCards}
            ref={place}
          >
            {shown.map((item) => (
              <li key={item.id}>{list.renderItem(item)}</li>
            ))}
          </ul>
        </Frame>
      )}
    </>
  )
}

function Frame({
  columns,
  children,
}: {
  columns: ListOf<never, never>['columns']
  children: ReactNode
}) {
  if (!columns) return <div className={classes['body']}>{children}</div>
  return (
    <div className={classes['body']}>
      <div className={`${classes['sheet']} ${columns.className}`}>
        <div className={classes['columns']} aria-hidden="true">
          {columns.names.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        {children}
      </div>
    </div>
  )
}
