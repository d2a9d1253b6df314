// One task as a row: enough to decide, and every part of it can be changed in place.
import type { Task } from '@task-service/contract'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { PriorityShape } from '#components/marks/priority-icon.tsx'
import { stageOf } from '#components/marks/stage.ts'
import { StatusShape } from '#components/marks/status-icon.tsx'
import { WorkerShape } from '#components/marks/worker.tsx'
import { WholeReferences } from '#components/text/whole-references.tsx'
import { isFresh } from '#features/tasks/data/held-tasks.ts'
import { isFinal } from '#features/tasks/data/status-moves.ts'
import { pageOf, referenceOf } from '#features/tasks/data/task-address.ts'
import { DueText } from '#features/tasks/marks/due.tsx'
import { LabelChip } from '#features/tasks/marks/label-chip.tsx'
import { SourceShape } from '#features/tasks/marks/source-mark.tsx'
import type { PickerField } from '#features/tasks/pickers/picker-field.ts'
import type { RowWords } from './row-words.ts'
import classes from './task-row.module.css'

export type RowActions = {
  onOpen: (task: Task) => void
  onCheck: (task: Task, isRange: boolean) => void
  onPick: (field: PickerField, task: Task, at: Element) => void
}

export type CellLook = { words: RowWords; now: Date; actions: RowActions }
/** Draws the columns that were chosen. */
export type DrawCells = (task: Task, look: CellLook) => ReactNode

export const rowId = (id: string): string => `row-${id}`

export const TaskRow = memo(function TaskRow({
  task,
  isActive,
  isChecked,
  actions,
  words,
  now,
  drawCells,
}: CellLook & {
  task: Task
  isActive: boolean
  isChecked: boolean
  drawCells: DrawCells | null | undefined
}) {
  const stage = stageOf(task)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys of the list reach every row; the pointer has a shorter way
    <div
      id={rowId(task.id)}
      className={classes['row']}
      role="row"
      aria-selected={isChecked}
      data-active={isActive || undefined}
      data-checked={isChecked || undefined}
      data-fresh={isFresh(task.id) || undefined}
      data-columns={drawCells === undefined ? undefined : ''}
      onClick={(event) => openRow(event, task, actions)}
    >
      <CheckCell task={task} isChecked={isChecked} label={words.select} onCheck={actions.onCheck} />
      <span role="gridcell" className={classes['priority']}>
        <Cell field="priority" task={task} actions={actions} label={words.changePriority}>
          <PriorityShape priority={task.priority} word={words.priority[task.priority]} />
        </Cell>
      </span>
      <span role="gridcell" className={`mono ${classes['key']}`}>
        {referenceOf(task)}
      </span>
      <span role="gridcell" className={classes['status']}>
        <Cell field="status" task={task} actions={actions} label={words.changeStatus}>
          <StatusShape stage={stage} size={17} word={words.status[stage]} />
        </Cell>
      </span>
      <span role="gridcell" className={classes['title']}>
        <a href={pageOf(task)} tabIndex={-1} draggable={false}>
          <WholeReferences text={task.title} />
        </a>
      </span>
      {drawCells === undefined ? (
        <UsualCells task={task} words={words} now={now} actions={actions} />
      ) : (
        drawCells?.(task, { words, now, actions })
      )}
    </div>
  )
})

function openRow(event: MouseEvent, task: Task, actions: RowActions): void {
  // With a key held the browser opens a tab of its own; shift chooses a range.
  if (event.metaKey || event.ctrlKey) return
  event.preventDefault()
  if (event.shiftKey) actions.onCheck(task, true)
  else actions.onOpen(task)
}

export function Cell({
  field,
  task,
  actions,
  label,
  children,
}: {
  field: 'status' | 'priority' | 'assignee'
  task: Task
  actions: RowActions
  label: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes['cell']}
      data-field={field}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation()
        actions.onPick(field, task, event.currentTarget)
      }}
    >
      {children}
    </button>
  )
}

function CheckCell({
  task,
  isChecked,
  label,
  onCheck,
}: {
  task: Task
  isChecked: boolean
  label: string
  onCheck: RowActions['onCheck']
}) {
  return (
    <span role="gridcell" className={classes['check']}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isChecked}
        onChange={() => undefined}
        onClick={(event) => {
          event.stopPropagation()
          onCheck(task, event.shiftKey)
        }}
        aria-label={label}
      />
    </span>
  )
}

function UsualCells({ task, words, now, actions }: CellLook & { task: Task }) {
  const { locale, overdue } = words
  const isOpen = !isFinal(task.status)
  return (
    <>
      <span role="gridcell" className={classes['label']}>
        {task.labels[0] !== undefined && <LabelChip name={task.labels[0]} />}
      </span>
      <span role="gridcell" className={classes['source']}>
        <SourceShape task={task} name={words.sourceOf(task)} withName />
      </span>
      <span role="gridcell" className={classes['due']}>
        {task.due_at && (
          <DueText at={task.due_at} isOpen={isOpen} now={now} locale={locale} overdue={overdue} />
        )}
      </span>
      <span role="gridcell" className={classes['assignee']}>
        <Cell field="assignee" task={task} actions={actions} label={words.changeAssignee}>
          <WorkerShape
            assignee={task.assignee}
            delegate={task.delegate}
            unassigned={words.unassigned}
            agent={words.agent}
          />
        </Cell>
      </span>
    </>
  )
}
