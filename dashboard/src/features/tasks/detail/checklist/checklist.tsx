// The checklist of a task: check, add, edit, move and delete items, by pointer and by keyboard.
import { Progress, VisuallyHidden } from '@mantine/core'
import type { ChecklistItem, Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDone } from '#components/toasts/toasts.tsx'
import { AddItem } from './add-item.tsx'
import classes from './checklist.module.css'
import {
  addItems,
  CHECKLIST_MAX,
  type ChecklistEdit,
  changeItem,
  moveItem,
  removeItem,
  restoreItem,
} from './checklist-edits.ts'
import { ItemRow } from './item-row.tsx'
import { useChecklist } from './use-checklist.ts'
import { useItemDrag } from './use-item-drag.ts'

export function Checklist({ task }: { task: Task }) {
  const { t } = useTranslation('detail')
  const { items, change } = useChecklist(task)
  const done = items.filter(({ checked }) => checked).length
  return (
    <section className={classes['checklist']} aria-label={t('checklist.title')}>
      {items.length > 0 && (
        <>
          <h3>
            {t('checklist.title')}
            <span className="figure">{t('checklist.done', { done, all: items.length })}</span>
          </h3>
          <Progress
            className={classes['progress'] ?? ''}
            size={4}
            value={(100 * done) / items.length}
            aria-label={t('checklist.done', { done, all: items.length })}
          />
        </>
      )}
      <Items items={items} change={change} />
      <AddItem isFull={items.length >= CHECKLIST_MAX} onAdd={(texts) => change(addItems(texts))} />
    </section>
  )
}

function Items({
  items,
  change,
}: {
  items: readonly ChecklistItem[]
  change: (edit: ChecklistEdit) => void
}) {
  const { t } = useTranslation('detail')
  const [said, setSaid] = useState('')
  const move = (item: ChecklistItem, place: number) => {
    if (place < 0 || place >= items.length) return
    change(moveItem(item.id, place))
    setSaid(t('checklist.moved', { text: item.text, place: place + 1, all: items.length }))
  }
  const { list, dragged, handleOf } = useItemDrag(({ id, place }) => change(moveItem(id, place)))
  const shown = dragged ? (moveItem(dragged.id, dragged.place)(items) ?? items) : items
  const remove = (item: ChecklistItem, place: number) => {
    change(removeItem(item.id))
    showDone(t('checklist.removed', { text: item.text }), () => change(restoreItem(item, place)))
    // What had the focus is gone: the item in its place gets it, or the button that adds one.
    requestAnimationFrame(() => {
      const section = list.current?.closest('section')
      const texts = section?.querySelectorAll<HTMLElement>('[data-item-text]')
      const next = texts?.[Math.min(place, texts.length - 1)]
      const adding = section?.querySelector<HTMLElement>('[data-add-item]')
      ;(next ?? adding)?.focus()
    })
  }
  return (
    <>
      <ul ref={list}>
        {shown.map((item, place) => (
          <ItemRow
            key={item.id}
            item={item}
            isDragged={dragged?.id === item.id}
            handle={handleOf(item.id, place)}
            onCheck={(checked) => change(changeItem(item.id, { checked }))}
            onText={(text) => change(changeItem(item.id, { text }))}
            onMove={(by) => move(item, place + by)}
            onRemove={() => remove(item, place)}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
