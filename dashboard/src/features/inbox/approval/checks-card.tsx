// What the service verifies when the changes are approved, and again before they are sent.
import { IconShieldCheck } from '@tabler/icons-react'
import type { Approval, Effect } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './approval.module.css'
import { printVersion } from './print-version.ts'
import { itemOf, type Systems } from './use-systems.ts'

export function ChecksCard({ approval, systems }: { approval: Approval; systems: Systems }) {
  const { t } = useTranslation('approvals')
  const locale = useLocale()
  const { effects, agent } = approval
  const items = uniqueBy(
    effects.filter(({ source_revision: revision }) => revision !== null),
    ({ link_id: link }) => link,
  )
  const places = uniqueBy(effects, ({ integration_id: id }) => id)
  const checks = [
    { name: 'hash', what: t('checks.hash'), how: t('checks.hashText') },
    ...items.map((effect) => {
      const system = systems.nameOf(effect)
      const revision = printVersion(effect.source_revision ?? '', locale)
      return {
        name: `version ${effect.link_id}`,
        what: t('checks.version', { system, item: itemOf(effect), revision }),
        how: t('checks.versionText', { system }),
      }
    }),
    ...places.map((effect) => ({
      name: `mapping ${effect.integration_id}`,
      what: t('checks.mapping', { system: systems.nameOf(effect) }),
      how: t('checks.mappingText'),
    })),
    { name: 'policy', what: t('checks.policy', { agent }), how: t('checks.policyText') },
    { name: 'once', what: t('checks.once'), how: t('checks.onceText') },
  ]
  return (
    <Card title={t('checks.title')} meta={t('checks.when')} bleed>
      <ul className={classes['checks']}>
        {checks.map(({ name, what, how }) => (
          <li key={name}>
            <IconShieldCheck size={16} stroke={1.75} aria-hidden="true" />
            <span>{what}</span>
            <small>{how}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function uniqueBy(effects: readonly Effect[], keyOf: (effect: Effect) => string): Effect[] {
  return [...new Map(effects.map((effect) => [keyOf(effect), effect])).values()]
}
