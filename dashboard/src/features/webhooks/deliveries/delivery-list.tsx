// The log itself. New rows appear at the top; after scrolling, only their number is shown.
import { Button, Checkbox, Loader } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import type { Delivery } from '@task-service/contract'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './deliveries.module.css'
import { DeliveryRow } from './row/delivery-row.tsx'
import type { Selection } from './use-selection.ts'

const TOP_PX = 40

export function DeliveryList({
  deliveries,
  urls,
  selected,
  selection,
  scroller,
  more,
}: {
  deliveries: readonly Delivery[]
  urls: ReadonlyMap<string, string>
  selected: string | undefined
  selection: Selection
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
      <ul className={classes['list']} data-selecting={selection.selected.size > 0 || undefined}>
        {shown.map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            url={urls.get(delivery.webhook_id)}
            isNew={delivery.created_at > openedAt}
            isSelected={delivery.id === selected}
            selection={selection}
          />
        ))}
      </ul>
      <Older {...more} />
    </div>
  )
}

function Row({
  delivery,
  url,
  isNew,
  isSelected,
  selection,
}: {
  delivery: Delivery
  url: string | undefined
  isNew: boolean
  isSelected: boolean
  selection: Selection
}) {
  const { t } = useTranslation('deliveries')
  const isChecked = selection.selected.has(delivery.id)
  return (
    <li data-new={isNew || undefined} data-checked={isChecked || undefined}>
      <label className={classes['check']} htmlFor={`check-${delivery.id}`}>
        <Checkbox
          id={`check-${delivery.id}`}
          size="xs"
          aria-label={t('bulk.select', { event: nameOf(delivery) })}
          checked={isChecked}
          onChange={() => selection.toggle(delivery.id)}
        />
      </label>
      <DeliveryRow delivery={delivery} url={url} isSelected={isSelected} />
    </li>
  )
}

const nameOf = ({ event_type: type, task_number: number }: Delivery) =>
  number === null ? type : `${type} T-${number}`

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
