// Cards that are on their way, in the size they will have.
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './card-skeleton.module.css'

const CARDS = [1, 2, 3, 4]

/** `isWide` as for the cards of the list. */
export function CardSkeleton({ isWide = false }: { isWide?: boolean }) {
  const { t } = useTranslation()
  const cards = isWide ? CARDS : CARDS.slice(1)
  return (
    <div
      className={classes['grid']}
      data-wide={isWide || undefined}
      role="status"
      aria-label={t('loading')}
    >
      {cards.map((card) => (
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
