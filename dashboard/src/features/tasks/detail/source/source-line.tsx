// One sentence about the latest change of a task in its external system, with the way to fix what went wrong.
import { Button, Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconPlayerPause,
  IconRosetteDiscountCheckFilled,
  IconShieldQuestion,
  IconTransferIn,
  IconUnlink,
} from '@tabler/icons-react'
import { Link as RouteLink } from '@tanstack/react-router'
import type { WriteBack } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#components/text/relative-time.tsx'
import classes from './source.module.css'
import type { SourceState } from './source-state.ts'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const looks: Record<SourceState['kind'], { tone: string; icon: ReactNode }> = {
  imported: { tone: 'neutral', icon: <IconTransferIn {...ICON} /> },
  confirmed: { tone: 'green', icon: <IconRosetteDiscountCheckFilled {...ICON} /> },
  writing: { tone: 'teal', icon: <Loader size={14} color="currentColor" aria-hidden="true" /> },
  awaiting_approval: { tone: 'violet', icon: <IconShieldQuestion {...ICON} /> },
  conflict: { tone: 'red', icon: <IconAlertTriangle {...ICON} /> },
  rejected: { tone: 'red', icon: <IconAlertTriangle {...ICON} /> },
  paused: { tone: 'amber', icon: <IconPlayerPause {...ICON} /> },
  gone: { tone: 'neutral', icon: <IconUnlink {...ICON} /> },
}

export function SourceLine({
  state,
  name,
  integration,
  onFix,
}: {
  state: SourceState
  name: string
  integration: string
  onFix: () => void
}) {
  const { t } = useTranslation('detail')
  const { tone, icon } = looks[state.kind]
  return (
    <div className={classes['line']} data-tone={tone} role="status">
      {icon}
      <div>
        <p>
          <b>{t(`source.state.${state.kind}`, { name })}</b>{' '}
          {'at' in state && <RelativeTime at={state.at} />}
        </p>
        <Explanation state={state} />
        <Fix state={state} integration={integration} onFix={onFix} />
      </div>
    </div>
  )
}

function Explanation({ state }: { state: SourceState }) {
  const { t } = useTranslation('detail')
  if ('reason' in state) return state.reason === null ? null : <p>{state.reason}</p>
  if (state.kind === 'imported' || state.write === undefined) return null
  const { error } = state.write
  if (state.kind === 'rejected' && error) {
    return (
      <>
        <p>{error.vendor_text ?? error.message}</p>
        {error.fix !== undefined && <p>{error.fix}</p>}
      </>
    )
  }
  return <p>{describeWrite(state.write, t)}</p>
}

type Words = ReturnType<typeof useTranslation<'detail'>>['t']

function describeWrite({ kind, task_version: version, tries }: WriteBack, t: Words): string {
  const what = t(`source.kind.${kind}`, { version })
  return tries > 1 ? `${what}, ${t('source.tries', { count: tries })}` : what
}

function Fix({
  state,
  integration,
  onFix,
}: {
  state: SourceState
  integration: string
  onFix: () => void
}) {
  const { t } = useTranslation('detail')
  if (state.kind === 'rejected') {
    return (
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={(props) => (
          <RouteLink to="/integrations/$integration" params={{ integration }} {...props} />
        )}
      >
        {t('source.fix')}
      </Button>
    )
  }
  if (state.kind === 'awaiting_approval' && state.write.approval_id !== null) {
    return (
      <RouteLink to="/inbox/approvals/$approval" params={{ approval: state.write.approval_id }}>
        {t('source.review')}
      </RouteLink>
    )
  }
  if (state.kind !== 'conflict' && state.kind !== 'paused') return null
  return (
    <Button size="compact-sm" variant="default" onClick={onFix}>
      {t('source.fix')}
    </Button>
  )
}
