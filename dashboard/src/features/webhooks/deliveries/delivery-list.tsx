// The log itself. New rows appear at the top; after scrolling, only their number is shown.
import { Button, Loader } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import type { Delivery } from '@task-service/contract'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './deliveries.module.css'
import { DeliveryRow } from './row/delivery-row.tsx'

const TOP_PX = 40

export function DeliveryList({
  deliveries,
  urls,
  selected,
  scroller,
  more,
}: {
  deliveries: readonly Delivery[]
  urls: ReadonlyMap<string, string>
  selected: string | undefined
  scroller: RefObject<HTMLDivElement | null>
  more: { exist: boolean; loading: boolean; load: () => void }
}) {
  const { t } = useTranslation('deliveries')
  const [openedAt] = useState(() => new Date().toISOString())
  const [heldAt, setHeldAt] = useState<string>()
  const held = heldAt === undefined ? [] : deliveries.filter(({ id }) => id > heldAt)
  const shown = deliveries.slice(held.length)
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      onScroll={({ currentTarget }) =>
        setHeldAt((now) =>
          currentTarget.scrollTop < TOP_PX ? undefined : (now ?? deliveries[0]?.id),
        )
      }
    >
      {held.length > 0 && (
        <div className={classes['fresh']}>
          <Button
            size="compact-md"
            radius="xl"
            leftSection={<IconArrowUp size={14} stroke={2} aria-hidden="true" />}
            onClick={() => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' })}
          >
            {t('fresh', { count: held.length })}
          </Button>
        </div>
      )}
      <ul className={classes['list']}>
        {shown.map((delivery) => (
          <li key={delivery.id} data-new={delivery.created_at > openedAt || undefined}>
            <DeliveryRow
              delivery={delivery}
              url={urls.get(delivery.webhook_id)}
              isSelected={delivery.id === selected}
            />
          </li>
        ))}
      </ul>
      <Older {...more} />
    </div>
  )
}

/** Loads automatically when it scrolls into view; the button is for keyboards. */
function Older({ exist, loading, load }: { exist: boolean; loading: boolean; load: () => void }) {
  const { t } = useTranslation('deliveries')
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isNear = entry?.isIntersecting === true
  useEffect(() => {
    if (isNear && exist && !loading) load()
  }, [isNear, exist, loading, load])
  return (
    <div ref={ref} className={classes['more']}>
      {exist ? (
        <Button variant="default" size="compact-md" onClick={load} disabled={loading}>
          {loading ? <Loader size={14} /> : t('loadMore')}
        </Button>
      ) : (
        t('end')
      )}
    </div>
  )
}
