// What the receiver responded to the last attempt, if it failed.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Delivery } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CodeBlock } from '#components/code/code-block.tsx'
import { Card } from '#components/surface/card.tsx'
import classes from './detail.module.css'

export function FailureCard({ last }: { last: Delivery }) {
  const { t } = useTranslation('webhooks')
  const { t: deliveries } = useTranslation('deliveries')
  const attempts = useQuery({
    queryKey: ['deliveries', 'attempts', last.id, last.attempt_count],
    queryFn: async ({ signal }) =>
      (await call('deliveries.get', { params: { delivery: last.id }, signal })).body.attempts,
    placeholderData: keepPreviousData,
  })
  if (!attempts.data) return null
  const response = attempts.data.at(-1)?.response
  return (
    <Card
      title={t('detail.failure')}
      action={
        <Link className={classes['link']} to="/deliveries" search={{ delivery: last.id }}>
          {t('test.show')}
        </Link>
      }
    >
      {response ? (
        <CodeBlock text={response} label={t('detail.failure')} />
      ) : (
        <span className={classes['quiet']}>
          {last.status_code === null ? deliveries('noResponse') : deliveries('emptyResponse')}
        </span>
      )}
    </Card>
  )
}
