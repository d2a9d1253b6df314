// Cards that are on their way, in the size they will have.
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './card-skeleton.module.css'

const CARDS = [1, 2, 3]

export function CardSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes['grid']} role="status" aria-label={t('loading')}>
      {CARDS.map((card) => (
        <div key={card} className={classes['card']}>
          <div className={classes['head']}>
            <Skeleton width={34} height={34} radius="md" />
            <Skeleton width="46%" height={12} />
          </div>
          <Skeleton width="72%" height={10} />
          <Skeleton width="58%" height={10} />
        </div>
      ))}
    </div>
  )
}
