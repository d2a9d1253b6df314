// The rows of the palette, by group.
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import classes from './palette.module.css'
import type { Group, Item } from './palette-item.ts'

export const LIST_ID = 'palette-list'
export const optionId = (row: number) => `palette-option-${row}`

export function PaletteList({
  groups,
  row,
  onRun,
  children,
}: {
  groups: readonly Group[]
  row: number
  onRun: (row: number) => void
  /** Below the rows. */
  children: ReactNode
}) {
  const { t } = useTranslation('shell')
  const order = groups.flatMap(({ items }) => items)
  useEffect(() => {
    document.getElementById(optionId(row))?.scrollIntoView({ block: 'nearest' })
  }, [row])
  return (
    <div className={classes['list']}>
      <div id={LIST_ID} role="listbox" aria-label={t('search')}>
        {groups.map(({ id, label, items }) => (
          <div key={id} role="group" aria-label={label}>
            <div className={classes['heading']} aria-hidden="true">
              {label}
            </div>
            {items.map((item) => (
              <Option
                key={item.id}
                item={item}
                id={optionId(order.indexOf(item))}
                isChosen={order[row] === item}
                onRun={() => onRun(order.indexOf(item))}
              />
            ))}
          </div>
        ))}
      </div>
      {children}
    </div>
  )
}

function Option({
  item,
  id,
  isChosen,
  onRun,
}: {
  item: Item
  id: string
  isChosen: boolean
  onRun: () => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field that keeps the focus has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes['item']}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className={classes['icon']}>{item.icon}</span>
      <span className={classes['label']}>
        {item.label}
        {item.note !== undefined && <span className={classes['note']}>{item.note}</span>}
      </span>
      {item.keys !== undefined && <KeyHint keys={item.keys} />}
    </div>
  )
}
