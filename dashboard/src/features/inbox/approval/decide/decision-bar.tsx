// The decision: approve exactly what is shown, edit the texts first, or reject with a reason.
import { Button, Textarea } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import type { Approval } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import classes from './decide.module.css'
import type { Decision } from './use-decision.ts'

const REASON_LENGTH = 2_000

/** Why the changes can't be approved now. */
export type Obstacle = 'offline' | 'unreviewed' | 'unseen'

export type Acts = {
  approve: () => void
  /** Undefined if there is no text to edit. */
  edit: (() => void) | undefined
  startRejecting: () => void
  cancel: () => void
  showLast: () => void
}

type BarProps = {
  approval: Approval
  decision: Decision
  obstacle: Obstacle | undefined
  acts: Acts
}

export function DecisionBar(props: BarProps) {
  const { t } = useTranslation('approvals')
  const { decision } = props
  const { mode, problem } = decision
  return (
    <section className={classes['bar']} aria-label={t('decide.label')} data-mode={mode}>
      <div className={classes['inner']}>
        <div className={classes['problem']} role="alert">
          {mode !== 'reject' && problem?.text}
        </div>
        {mode === 'view' && <Choice {...props} />}
        {mode === 'edit' && <EditActions {...props} />}
        {mode === 'reject' && <Rejection {...props} />}
      </div>
    </section>
  )
}

function Choice({ approval, decision, obstacle, acts }: BarProps) {
  const { t } = useTranslation('approvals')
  const count = approval.effects.length
  return (
    <div className={classes['actions']}>
      <Button
        data-main
        leftSection={<IconCheck size={16} stroke={2} aria-hidden="true" />}
        rightSection={<KeyHint keys="a" />}
        loading={decision.isBusy}
        disabled={obstacle !== undefined}
        onClick={acts.approve}
      >
        {count === 0 ? t('decide.approveNone') : t('decide.approve', { count })}
      </Button>
      {acts.edit && (
        <Button
          data-act="edit"
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />}
          rightSection={<KeyHint keys="e" />}
          disabled={obstacle === 'offline' || decision.isBusy}
          onClick={acts.edit}
        >
          {t('decide.edit')}
        </Button>
      )}
      <Button
        data-act="reject"
        variant="default"
        className={classes['reject'] ?? ''}
        rightSection={<KeyHint keys="r" />}
        disabled={obstacle === 'offline' || decision.isBusy}
        onClick={acts.startRejecting}
      >
        {t('decide.reject')}
      </Button>
      <Hint obstacle={obstacle} onShowLast={acts.showLast} />
    </div>
  )
}

function Hint({
  obstacle,
  onShowLast,
}: {
  obstacle: Obstacle | undefined
  onShowLast: () => void
}) {
  const { t } = useTranslation('approvals')
  return (
    <span className={classes['hint']} role="status">
      {t(`decide.${obstacle ?? 'hint'}`)}
      {obstacle === 'unseen' && (
        <>
          {' '}
          <button type="button" onClick={onShowLast}>
            {t('decide.showLast')}
          </button>
        </>
      )}
    </span>
  )
}

function EditActions({ approval, decision, obstacle, acts }: BarProps) {
  const { t } = useTranslation('approvals')
  const count = approval.effects.length
  return (
    <div className={classes['actions']}>
      <Button
        data-main
        rightSection={<KeyHint keys="mod+enter" />}
        loading={decision.isBusy}
        disabled={obstacle !== undefined}
        onClick={decision.saveAndApprove}
      >
        {count === 0 ? t('decide.saveNone') : t('decide.saveAndApprove', { count })}
      </Button>
      <Button variant="default" onClick={acts.cancel}>
        {t('decide.cancel')}
      </Button>
      {obstacle === undefined ? (
        <span className={classes['hint']}>{t('decide.editHint')}</span>
      ) : (
        <Hint obstacle={obstacle} onShowLast={acts.showLast} />
      )}
    </div>
  )
}

function Rejection({ approval, decision, obstacle, acts }: BarProps) {
  const { t } = useTranslation('approvals')
  const count = approval.effects.length
  const isOffline = obstacle === 'offline'
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOffline) decision.reject()
      }}
    >
      <Textarea
        data-reason
        label={t('decide.reason', { agent: approval.agent })}
        withAsterisk
        aria-required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={REASON_LENGTH}
        error={decision.problem?.text}
        value={decision.draft.reason}
        onChange={(event) => decision.change({ reason: event.currentTarget.value })}
      />
      <div className={classes['actions']}>
        <Button
          type="submit"
          data-main
          color="red"
          rightSection={<KeyHint keys="mod+enter" />}
          loading={decision.isBusy}
          disabled={isOffline}
        >
          {count === 0 ? t('decide.rejectNone') : t('decide.rejectNow', { count })}
        </Button>
        <Button variant="default" onClick={acts.cancel}>
          {t('decide.cancel')}
        </Button>
        <span className={classes['hint']}>
          {isOffline ? t('decide.offline') : t('decide.rejectHint')}
        </span>
      </div>
    </form>
  )
}
