// An approval in a few words: how many changes in which systems.
import type { Approval } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { useSystems } from './use-systems.ts'

export function useApprovalTitle({ effects, agent }: Approval): string {
  const { t } = useTranslation('approvals')
  const locale = useLocale()
  const { nameOf } = useSystems()
  const names = [...new Set(effects.map(nameOf))]
  if (names.length === 0) return t('requestNone', { agent })
  const systems = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
  return t('titleOf', { count: effects.length, systems })
}
