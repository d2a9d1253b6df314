// A connection test, step by step: what passed, what failed, how the provider responded, and the fix.
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { ConnectionCheck } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import classes from './connect.module.css'

type Stage = ConnectionCheck['stages'][number]

const ICON = { size: 16, stroke: 2, 'aria-hidden': true } as const
const icons = {
  ok: <IconCheck {...ICON} />,
  warning: <IconAlertTriangle {...ICON} />,
  failed: <IconX {...ICON} />,
  skipped: <IconMinus {...ICON} />,
}
const names = ['dns', 'tcp', 'tls', 'auth', 'scope', 'sample'] as const

export function CheckStages({
  provider,
  check,
  isRunning,
}: {
  /** Its display name. */
  provider: string
  check: ConnectionCheck | undefined
  isRunning: boolean
}) {
  const { t } = useTranslation('integrations')
  if (isRunning) return <Running />
  if (!check) return null
  return (
    <section className={classes['check']} role="status" data-ok={check.ok || undefined}>
      <h3>{check.ok ? t('check.good') : t('check.bad')}</h3>
      <ol className={classes['stages']}>
        {check.stages.map((stage) => (
          <StageRow key={stage.stage} stage={stage} provider={provider} />
        ))}
      </ol>
      <Found check={check} />
    </section>
  )
}

function Running() {
  const { t } = useTranslation('integrations')
  return (
    <section className={classes['check']} role="status">
      <h3>
        <Loader size={14} aria-hidden="true" /> {t('check.running')}
      </h3>
      <ol className={classes['stages']}>
        {names.map((name) => (
          <li key={name} className={classes['stage']} data-state="skipped">
            <IconMinus {...ICON} />
            <span>{t(`check.stage.${name}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function StageRow({ stage, provider }: { stage: Stage; provider: string }) {
  const { t } = useTranslation('integrations')
  return (
    <li className={classes['stage']} data-state={stage.state}>
      {icons[stage.state]}
      <div>
        <span>
          {t(`check.stage.${stage.stage}`)}{' '}
          <span className={classes['quiet']}>
            {t(`check.stageState.${stage.state}`)}
            {stage.duration_ms !== null && `, ${stage.duration_ms} ms`}
          </span>
        </span>
        {stage.detail !== '' && stage.state !== 'skipped' && (
          <p className={classes['quiet']}>{stage.detail}</p>
        )}
        {stage.vendor_text !== null && (
          <p className={classes['vendor']}>
            {t('check.said', { provider, text: stage.vendor_text })}
          </p>
        )}
        {stage.fix !== null && stage.state !== 'ok' && (
          <p className={classes['fix']}>{stage.fix}</p>
        )}
      </div>
    </li>
  )
}

function Found({ check }: { check: ConnectionCheck }) {
  const { t } = useTranslation('integrations')
  const locale = useLocale()
  if (!check.ok) return null
  const facts = [
    check.self && t('check.as', { name: check.self.name }),
    check.server && `${check.server.name} ${check.server.version ?? ''}`.trim(),
    check.total !== null &&
      t('check.found', { count: check.total, total: check.total.toLocaleString(locale) }),
    check.sample && t('check.sample', { title: check.sample.title }),
  ].filter(Boolean)
  return <p className={classes['quiet']}>{facts.join(' · ')}</p>
}
