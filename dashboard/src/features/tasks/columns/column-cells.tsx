// How wide a column is, and what it shows of a task.
import type { Field, Task } from '@task-service/contract'
import type { ReactNode } from 'react'
import { WorkerShape } from '#components/marks/worker.tsx'
import { isFinal } from '../data/status-moves.ts'
import { describeValue, hasValue } from '../fields/describe-value.ts'
import { Cell, type CellLook } from '../list/rows/task-row.tsx'
import { describeDue, fullTime } from '../marks/describe-due.ts'
import { DueText } from '../marks/due.tsx'
import { LabelChip } from '../marks/label-chip.tsx'
import { SourceShape } from '../marks/source-mark.tsx'
import type { ColumnInfo, PlainColumn } from './column-names.ts'
import classes from './columns.module.css'

const plainWidths: Record<PlainColumn, number> = {
  labels: 150,
  queue: 110,
  source: 110,
  external_id: 120,
  due_at: 76,
  created_at: 76,
  updated_at: 76,
  completed_at: 76,
  delegate: 120,
  assignee: 120,
}
const fieldWidths: Record<Field['type'], number> = {
  text: 150,
  number: 90,
  date: 100,
  choice: 110,
  person: 120,
  url: 150,
}

export function widthOf(info: ColumnInfo): number {
  return info.field ? fieldWidths[info.field.type] : plainWidths[info.column]
}

/** Figures and times end at the right, so that they can be compared. */
export function isAtEnd({ column, field }: ColumnInfo): boolean {
  return field ? field.type === 'number' || field.type === 'date' : column.endsWith('_at')
}

const text = (value: string | null) => value && <span title={value}>{value}</span>

function time(at: string | null, { words, now }: CellLook): ReactNode {
  if (at === null) return null
  const date = new Date(at)
  return (
    <time dateTime={at} title={fullTime(date, words.locale)}>
      {describeDue(date, now, words.locale)}
    </time>
  )
}

function labels({ labels: names }: Task): ReactNode {
  const [first, ...others] = names
  if (first === undefined) return null
  return (
    <>
      <LabelChip name={first} />
      {others.length > 0 && <span title={others.join(', ')}>+{others.length}</span>}
    </>
  )
}

const plainCells: Record<PlainColumn, (task: Task, look: CellLook) => ReactNode> = {
  labels,
  queue: ({ queue }) => text(queue),
  source: (task, { words }) => <SourceShape task={task} name={words.sourceOf(task)} withName />,
  external_id: ({ external_id: id }) => text(id),
  due_at: ({ due_at: at, status }, { words, now }) =>
    at && (
      <DueText
        at={at}
        isOpen={!isFinal(status)}
        now={now}
        locale={words.locale}
        overdue={words.overdue}
      />
    ),
  created_at: ({ created_at: at }, look) => time(at, look),
  updated_at: ({ updated_at: at }, look) => time(at, look),
  completed_at: ({ completed_at: at }, look) => time(at, look),
  delegate: ({ delegate }) => text(delegate),
  assignee: (task, { words, actions }) => (
    <>
      <Cell field="assignee" task={task} actions={actions} label={words.changeAssignee}>
        <WorkerShape
          assignee={task.assignee}
          delegate={task.delegate}
          unassigned={words.unassigned}
          agent={words.agent}
        />
      </Cell>
      {text(task.assignee)}
    </>
  ),
}

function fieldCell(field: Field, task: Task, { words }: CellLook): ReactNode {
  const value = task.fields[field.key]
  if (!hasValue(value)) return null
  const shown = describeValue(field, value, words.locale)
  if (field.type !== 'person') return text(shown)
  return (
    <>
      <WorkerShape assignee={shown} unassigned={words.unassigned} agent={words.agent} size={20} />
      {text(shown)}
    </>
  )
}

export function ColumnCells({
  task,
  infos,
  look,
}: {
  task: Task
  infos: readonly ColumnInfo[]
  look: CellLook
}) {
  return infos.map((info) => (
    <span
      key={info.column}
      className={classes['cell']}
      style={{ width: widthOf(info) }}
      data-end={isAtEnd(info) || undefined}
      role="gridcell"
      data-column={info.column}
    >
      {info.field ? fieldCell(info.field, task, look) : plainCells[info.column](task, look)}
    </span>
  ))
}
