// The questions and approvals of everyone, open and closed, at the left, and the selected one at the right.
import { useMediaQuery } from '@mantine/hooks'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { Page } from '#components/page/page.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { Segments } from '#components/surface/segments.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { useAddress } from '#lib/use-address.ts'
import classes from './inbox.module.css'
import { selectedOf, selectionOf } from './inbox-item.ts'
import { InboxList } from './list/inbox-list.tsx'
import { InboxMenu } from './own/inbox-menu.tsx'
import { ItemPreview } from './preview/item-preview.tsx'
import type { SheetProps } from './preview/preview-sheet.tsx'
import { FILTERS, type Inbox, type InboxFilter, useInbox } from './use-inbox.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

const PreviewSheet = onDemand<SheetProps>(
  async () => (await import('./preview/preview-sheet.tsx')).PreviewSheet,
)

export function EveryoneScreen() {
  const { t } = useTranslation('inbox')
  const [address, change] = useAddress()
  const filter = FILTERS.find((one) => one === address['show']) ?? 'all'
  const inbox = useInbox(filter)
  const isPhone = useMediaQuery('(max-width: 767px)', window.innerWidth < 768)
  const list = useRef<HTMLDivElement>(null)
  const selected = selectedOf(address)
  const select = useCallback((id: string | undefined) => change(selectionOf(id)), [change])
  useInboxKeys({ items: inbox.items, selected, list, onSelect: select })
  const first = inbox.items[0]?.id
  // Selected for good: a decision must not replace the item under the eyes of the reader.
  useEffect(() => {
    if (!isPhone && selected === undefined && first !== undefined) select(first)
  }, [isPhone, selected, first, select])
  return (
    <Page
      title={t('title')}
      bleed
      actions={<InboxMenu />}
      meta={<OpenCount count={countOf(inbox, 'all') ?? 0} />}
    >
      <div className={classes['inbox']}>
        <div className={classes['side']}>
          <div className={classes['filter']}>
            <Segments<InboxFilter>
              label={t('filter')}
              value={filter}
              onChange={(next) => change({ show: next === 'all' ? undefined : next })}
              segments={FILTERS.map((value) => ({
                value,
                label: t(`filters.${value}`),
                count: countOf(inbox, value),
              }))}
            />
          </div>
          <InboxList inbox={inbox} filter={filter} selected={selected} place={list} />
          {inbox.items.length > 0 && <KeyFoot />}
        </div>
        {!isPhone && (
          <section
            className={classes['pane']}
            aria-label={selected?.startsWith('apr_') ? t('approval') : t('question')}
          >
            {selected === undefined ? (
              inbox.items.length === 0 && !inbox.isPending && <NothingSelected />
            ) : (
              <ItemPreview id={selected} />
            )}
          </section>
        )}
      </div>
      {isPhone && <PreviewSheet id={selected} onClose={() => select(undefined)} />}
    </Page>
  )
}

function OpenCount({ count }: { count: number }) {
  const { t } = useTranslation('inbox')
  if (count === 0) return null
  return <span className={classes['count']}>{t('openCount', { count })}</span>
}

function countOf({ counts }: Inbox, filter: InboxFilter): number | undefined {
  if (filter === 'closed') return undefined
  return filter === 'all' ? counts.questions + counts.approvals : counts[filter]
}

function NothingSelected() {
  const { t } = useTranslation('inbox')
  return (
    <EmptyState
      icon={<IconMessageQuestion size={24} stroke={1.75} aria-hidden="true" />}
      title={t('nothing.title')}
    >
      {t('nothing.text')}
    </EmptyState>
  )
}

function KeyFoot() {
  const { t } = useTranslation('inbox')
  return (
    <div className={classes['keys']} aria-hidden="true">
      <span>
        <KeyHint keys="j k" /> {t('keys.move')}
      </span>
      <span>
        <KeyHint keys="1" />–<KeyHint keys="9" /> {t('keys.chooseShort')}
      </span>
      <span>
        <KeyHint keys="o" /> {t('keys.open')}
      </span>
    </div>
  )
}
