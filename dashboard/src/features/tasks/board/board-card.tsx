// One task as a card of the board.
import { IconDots } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { WholeReferences } from '#components/text/whole-references.tsx'
import { isFresh } from '#features/tasks/data/held-tasks.ts'
import { isFinal } from '#features/tasks/data/status-moves.ts'
import { pageOf, referenceOf } from '#features/tasks/data/task-address.ts'
import { Due } from '#features/tasks/marks/due.tsx'
import { SourceMark } from '#features/tasks/marks/source-mark.tsx'
import classes from './board-card.module.css'
import { useCardDrag } from './drag/use-card-drag.ts'
import { takeWantedFocus } from './wanted-focus.ts'

export type CardActions = {
  onOpen: (task: Task) => void
  onMove: (task: Task, at: Element) => void
}

export const BoardCard = memo(function BoardCard({
  task,
  isPeeked,
  actions,
}: {
  task: Task
  isPeeked: boolean
  actions: CardActions
}) {
  const card = useRef<HTMLElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const isLifted = useCardDrag(card, task, classes['lifted'] ?? '')
  // A card that was moved by a key is another element afterwards, and the keys go with it.
  useEffect(() => {
    if (takeWantedFocus(task.id)) link.current?.focus()
  }, [task.id])
  return (
    <article
      ref={card}
      className={classes['card']}
      data-card={task.id}
      data-lifted={isLifted || undefined}
      data-peeked={isPeeked || undefined}
      data-fresh={isFresh(task.id) || undefined}
    >
      <CardHead task={task} />
      <h3 className={classes['title']}>
        <a
          ref={link}
          href={pageOf(task)}
          draggable={false}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            actions.onOpen(task)
          }}
        >
          <WholeReferences text={task.title} />
        </a>
      </h3>
      <CardFoot task={task} onMove={actions.onMove} />
    </article>
  )
})

function CardHead({ task }: { task: Task }) {
  const stage = stageOf(task)
  return (
    <div className={classes['head']}>
      <PriorityIcon priority={task.priority} />
      <span className={`mono ${classes['key']}`}>{referenceOf(task)}</span>
      {stage === 'pushing' && <StatusIcon stage={stage} />}
      <span className={classes['due']}>
        {task.due_at && <Due at={task.due_at} isOpen={!isFinal(task.status)} />}
      </span>
    </div>
  )
}

function CardFoot({ task, onMove }: { task: Task; onMove: CardActions['onMove'] }) {
  const { t } = useTranslation('board')
  return (
    <div className={classes['foot']}>
      <SourceMark task={task} withName />
      <button
        type="button"
        className={classes['move']}
        data-move
        aria-label={t('moveTask', { name: referenceOf(task) })}
        title={t('move')}
        onClick={(event) => onMove(task, event.currentTarget)}
      >
        <IconDots size={16} stroke={1.75} />
      </button>
      <Worker assignee={task.assignee} delegate={task.delegate} />
    </div>
  )
}
