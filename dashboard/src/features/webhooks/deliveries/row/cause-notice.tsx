// Why a delivery failed and what to do about it, before its details.
import type { Delivery } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { hostOf } from '#lib/target.ts'
import { causeOf, resultOf } from './result.ts'

export function CauseNotice({
  delivery,
  url,
  said,
  actions,
  live = false,
}: {
  delivery: Delivery
  url: string | undefined
  /** The response of the receiver, or the error of the network. */
  said?: string | null | undefined
  actions?: ReactNode
  live?: boolean
}) {
  const { t } = useTranslation('deliveries')
  const cause = causeOf(delivery)
  if (!cause) return null
  const host = url === undefined ? t('theReceiver') : hostOf(url)
  const values = { host, code: delivery.status_code ?? '' }
  const isOver = resultOf(delivery) !== 'retrying'
  return (
    <Notice
      tone={isOver ? 'red' : 'amber'}
      title={t(`cause.${cause}.title`, values)}
      actions={actions}
      live={live}
    >
      {t(`cause.${cause}.fix`, values)}
      {!isOver && ` ${t('retriedAnyway')}`}
      {delivery.status_code === null && said && <code> {said}</code>}
    </Notice>
  )
}
