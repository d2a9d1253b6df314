// That entries cannot be changed, and how long they are retained.
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { systemQuery } from '../system/system-query.ts'

const DAY_SECONDS = 86_400

export function RetentionNote() {
  const { t } = useTranslation('settings')
  const seconds = useQuery(systemQuery).data?.retention.audit_seconds
  if (seconds === undefined) return null
  if (seconds === null) return t('audit.immutable')
  return t('audit.retained', { count: Math.round(seconds / DAY_SECONDS) })
}
