// Cards that are on their way, in the size they will have.
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './card-skeleton.module.css'

const CARDS = [1, 2, 3, 4]

export function CardSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes['grid']} role="status" aria-label={t('loading')}>
      {CARDS.map((card) => (
        <div key={card} className={classes['card']}>
          <div className={classes['head']}>
            <Skeleton width={36} height={36} radius="md" />
            <Skeleton width="40%" height={12} />
          </div>
          <Skeleton width="64%" height={10} />
          <Skeleton width="58%" height={10} />
          <Skeleton width="48%" height={10} />
        </div>
      ))}
    </div>
  )
}
