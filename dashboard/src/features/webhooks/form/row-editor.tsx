// A list that is edited row by row: what a row consists of is the caller's, adding, replacing and removing is the same.
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Notice } from '#components/surface/notice.tsx'
import classes from './form.module.css'

export type RowFields<Row> = {
  row: Row
  isMarked: boolean
  replace: (change: Partial<Row>) => void
}

type Words = { legend: string; hint: string; add: string; remove: string }

export function RowEditor<Row extends { key: string }>({
  words,
  rows,
  blank,
  error,
  onChange,
  isMarked,
  fields: Fields,
  children,
}: {
  words: Words
  rows: readonly Row[]
  blank: Omit<Row, 'key'>
  error?: string | undefined
  onChange: (rows: Row[]) => void
  /** Rows that something is said about below them. */
  isMarked?: (row: Row) => boolean
  fields: ComponentType<RowFields<Row>>
  /** Below the rows. */
  children?: ReactNode
}) {
  const replace = (key: string, change: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const place = useRowFocus(rows)
  const added = () => ({ ...blank, key: crypto.randomUUID() }) as Row // a blank row and its key
  return (
    <fieldset ref={place} className={classes['group']}>
      <legend>{words.legend}</legend>
      <p className={classes['hint']}>{words.hint}</p>
      {rows.map((row) => (
        <div key={row.key} className={classes['pair']} data-row>
          <Fields
            row={row}
            isMarked={isMarked?.(row) ?? false}
            replace={(change) => replace(row.key, change)}
          />
          <ActionIcon
            aria-label={words.remove}
            onClick={() => onChange(rows.filter((one) => one.key !== row.key))}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && <Notice tone="red" title={error} />}
      <div>
        <Button
          data-add
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => onChange([...rows, added()])}
        >
          {words.add}
        </Button>
      </div>
      {children}
    </fieldset>
  )
}

/** The keyboard goes to the first field of a new row, and back to the button when a row is removed. */
function useRowFocus({ length }: readonly unknown[]): RefObject<HTMLFieldSetElement | null> {
  const place = useRef<HTMLFieldSetElement>(null)
  const known = useRef(length)
  useEffect(() => {
    const before = known.current
    known.current = length
    if (length === before) return
    const last = [...(place.current?.querySelectorAll('[data-row]') ?? [])].at(-1)
    const button = place.current?.querySelector<HTMLElement>('[data-add]')
    const target = length > before ? last?.querySelector('input') : button
    target?.focus()
  }, [length])
  return place
}
