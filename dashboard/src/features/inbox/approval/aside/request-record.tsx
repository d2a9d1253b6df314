// What identifies the request: time, run, hash, policy and mapping.
import type { AgentWrites, Approval } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { type Fact, Facts } from '#components/surface/facts.tsx'
import { useLocale } from '#lib/use-locale.ts'
import type { Systems } from '../use-systems.ts'
import classes from './aside.module.css'

/** Strictest last. */
const POLICIES: readonly AgentWrites[] = ['allow', 'approve', 'forbid']

export function RequestRecord({ approval, systems }: { approval: Approval; systems: Systems }) {
  const { t } = useTranslation('approvals')
  const locale = useLocale()
  const { created_at: at, run_id: run, hash, effects } = approval
  const policy = POLICIES.findLast((one) => effects.some((effect) => effect.policy === one))
  const mappings = new Map(
    effects.map((effect) => [
      effect.mapping,
      `${systems.nameOf(effect)}, ${shorten(effect.mapping)}`,
    ]),
  )
  const style = { dateStyle: 'medium', timeStyle: 'medium' } as const
  const requested = new Date(at).toLocaleString(locale, style)
  const facts: Fact[] = [
    { name: t('record.requested'), value: <time dateTime={at}>{requested}</time> },
    {
      name: t('record.run'),
      value: run ? <Copied text={run} label={t('record.copyRun')} /> : t('record.noRun'),
    },
    {
      name: t('record.hash'),
      value: <Copied prefix="sha256:" text={hash} label={t('record.copyHash')} />,
    },
    ...(policy ? [{ name: t('record.policy'), value: t(`record.policies.${policy}`) }] : []),
    ...(mappings.size > 0
      ? [{ name: t('record.mapping'), value: [...mappings.values()].join('; ') }]
      : []),
    { name: t('record.use'), value: t('record.once') },
  ]
  return (
    <section>
      <h2>{t('record.title')}</h2>
      <Facts facts={facts} />
    </section>
  )
}

const ENDS = 4

const shorten = (text: string): string => `${text.slice(0, ENDS * 2)}…${text.slice(-ENDS)}`

function Copied({ text, label, prefix = '' }: { text: string; label: string; prefix?: string }) {
  return (
    <span className={classes['copied']}>
      <code title={text}>
        {prefix}
        {shorten(text)}
      </code>
      <CopyIcon text={text} label={label} />
    </span>
  )
}
