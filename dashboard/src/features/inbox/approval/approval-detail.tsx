// The content of an approval: changes, result and checks at the left, reasons and record at the right, the decision below.
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { Approval, Task } from '@task-service/contract'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useTaskOf } from '#features/runs/task-link.tsx'
import { useLive } from '#live/live.ts'
import { useRun } from '../use-run.ts'
import classes from './approval.module.css'
import { ApprovalStatePill } from './approval-state.tsx'
import aside from './aside/aside.module.css'
import { RequestRecord } from './aside/request-record.tsx'
import { Texts } from './aside/texts.tsx'
import { Why } from './aside/why.tsx'
import { ChangeList } from './changes/change-list.tsx'
import { ChecksCard } from './checks-card.tsx'
import { type Comparison, compareEffects } from './compare-effects.ts'
import { ClosedBar } from './decide/closed-bar.tsx'
import { type Acts, DecisionBar, type Obstacle } from './decide/decision-bar.tsx'
import { type Decision, editingOf, useDecision } from './decide/use-decision.ts'
import { useDecisionKeys } from './decide/use-decision-keys.ts'
import { DriftNotice } from './drift-notice.tsx'
import { Outcome } from './outcome.tsx'
import { ResultCard } from './result-card.tsx'
import { useSeen } from './use-seen.ts'
import { type Systems, useSystems } from './use-systems.ts'

export function ApprovalDetail({ approval }: { approval: Approval }) {
  const isWide = useMediaQuery('(min-width: 1100px)', window.innerWidth >= 1100)
  const task = useTaskOf(approval.task_id)
  const systems = useSystems()
  const side = <Side approval={approval} task={task} systems={systems} />
  return (
    <Together className={classes['layout']} fallback={<RowSkeleton rows={6} height={72} />}>
      <Main approval={approval} task={task} systems={systems}>
        {!isWide && side}
      </Main>
      {isWide && <aside className={classes['side']}>{side}</aside>}
    </Together>
  )
}

type Shown = { approval: Approval; task: Task | undefined; systems: Systems }

function Side({ approval, task, systems }: Shown) {
  return (
    <div className={aside['aside']}>
      <Why approval={approval} systems={systems} />
      {task && <Texts approval={approval} task={task} systems={systems} />}
      <RequestRecord approval={approval} systems={systems} />
    </div>
  )
}

function Main({ approval, task, systems, children }: Shown & { children: ReactNode }) {
  const decision = useDecision(approval)
  const place = useRef<HTMLDivElement>(null)
  const isOpen = approval.state === 'open'
  const { endRef, end, isSeen } = useSeen(approval.hash)
  const comparison = useMemo(
    () => compareEffects(approval.effects, isOpen ? approval.previous?.effects : undefined),
    [approval, isOpen],
  )
  const obstacle = useObstacle(decision, isSeen)
  const { acts, editing, canEditResult } = useActs(approval, decision, {
    obstacle,
    place,
    // Not at the edge, where rounding could leave it off screen.
    showLast: () => end?.scrollIntoView({ block: 'center', behavior: 'smooth' }),
  })
  const review = () => {
    decision.review()
    showFirstDifference(place.current, comparison)
  }
  return (
    <div className={classes['main']}>
      <div className={classes['scroller']} ref={place}>
        <div className={classes['content']}>
          <Head approval={approval} task={task} />
          {!isOpen && <Outcome approval={approval} systems={systems} />}
          {isOpen && approval.previous && (
            <DriftNotice
              comparison={comparison}
              systems={systems}
              onReview={decision.isReviewed ? undefined : review}
            />
          )}
          <ChangeList
            comparison={comparison}
            systems={systems}
            editing={isOpen ? editing : undefined}
            endRef={endRef}
          />
          <ResultCard
            approval={approval}
            decision={decision}
            editing={isOpen && canEditResult ? editing : undefined}
          />
          {isOpen && <ChecksCard approval={approval} systems={systems} />}
          {children}
        </div>
      </div>
      {isOpen ? (
        <DecisionBar approval={approval} decision={decision} obstacle={obstacle} acts={acts} />
      ) : (
        <ClosedBar />
      )}
    </div>
  )
}

function useObstacle({ isReviewed }: Decision, isSeen: boolean): Obstacle | undefined {
  const isOffline = useLive().state === 'offline'
  if (isOffline) return 'offline'
  if (!isReviewed) return 'unreviewed'
  return isSeen ? undefined : 'unseen'
}

/** What the buttons and the keys do. */
function useActs(
  approval: Approval,
  decision: Decision,
  {
    obstacle,
    place,
    showLast,
  }: {
    obstacle: Obstacle | undefined
    place: RefObject<HTMLDivElement | null>
    showLast: () => void
  },
) {
  const { mode, setMode } = decision
  const run = useRun(approval.run_id)
  const canEditResult =
    approval.result !== null && run?.state === 'parked' && run.approval_id === approval.id
  const hasComments = approval.effects.some(({ comment }) => comment !== null)
  const [focus, setFocus] = useState<string>()
  useFocusOfMode(mode, place, focus)
  const startEditing = (of?: string) => {
    if (obstacle === 'offline') return
    setFocus(of)
    setMode('edit')
  }
  const acts: Acts = {
    approve: () => {
      if (obstacle === undefined) decision.approve()
      else if (obstacle === 'unseen') showLast()
    },
    edit: canEditResult || hasComments ? () => startEditing() : undefined,
    startRejecting: () => {
      if (obstacle !== 'offline') setMode('reject')
    },
    cancel: () => setMode('view'),
    showLast,
  }
  const send = () => {
    if (mode === 'reject' && obstacle !== 'offline') decision.reject()
    if (mode === 'edit' && obstacle === undefined) decision.saveAndApprove()
  }
  useDecisionKeys(mode, approval.state === 'open', {
    approve: acts.approve,
    edit: acts.edit,
    reject: acts.startRejecting,
    cancel: acts.cancel,
    send,
  })
  return { acts, editing: editingOf(decision, startEditing), canEditResult }
}

/** Into the text that is edited or asked for, and back to the button that began it. */
function useFocusOfMode(
  mode: Decision['mode'],
  place: RefObject<HTMLDivElement | null>,
  wanted: string | undefined,
): void {
  const last = useRef(mode)
  useEffect(() => {
    const before = last.current
    last.current = mode
    if (before === mode) return
    const root = place.current?.parentElement
    const text = wanted === undefined ? '[data-edits]' : `[data-edits="${wanted}"]`
    const target = { edit: text, reject: '[data-reason]', view: `[data-act="${before}"]` }[mode]
    root?.querySelector<HTMLElement>(target)?.focus()
  }, [mode, place, wanted])
}

function showFirstDifference(root: HTMLElement | null, { changes }: Comparison): void {
  const at = changes.findIndex(({ isNew, differences }) => isNew || differences.length > 0)
  const card = root?.querySelector(`[data-change="${at === -1 ? 1 : at + 1}"]`)
  card?.scrollIntoView({ block: 'start', behavior: 'smooth' })
}

function Head({ approval, task }: Pick<Shown, 'approval' | 'task'>) {
  const { t } = useTranslation('approvals')
  const { agent, effects, state, created_at: at } = approval
  const count = effects.length
  const request =
    state === 'open' ? t('request', { agent, count }) : t('requested', { agent, count })
  return (
    <div className={classes['head']}>
      <Worker assignee={null} delegate={agent} size={36} />
      <div className={classes['what']}>
        <h2>{count === 0 ? t('requestNone', { agent }) : request}</h2>
        <Link
          to="/tasks/$task"
          params={{ task: task ? `T-${task.number}` : approval.task_id }}
          className={classes['task'] ?? ''}
        >
          {task ? (
            <>
              <StatusIcon stage={stageOf(task)} />
              <code>T-{task.number}</code>
              <span>{task.title}</span>
            </>
          ) : (
            t('openTask')
          )}
        </Link>
      </div>
      <div className={classes['meta']}>
        <RelativeTime at={at} />
        {state !== 'open' && <ApprovalStatePill state={state} />}
      </div>
    </div>
  )
}
