// One's own inbox: everything that concerns the signed-in person at the left, newest first, and the selected item at the right.
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChecks, IconInbox } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { Page } from '#components/page/page.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { Segments } from '#components/surface/segments.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { useAddress } from '#lib/use-address.ts'
import { useLive } from '#live/live.ts'
import classes from '../inbox.module.css'
import { selectedOf, selectionOf } from '../inbox-item.ts'
import { ItemPreview } from '../preview/item-preview.tsx'
import type { SheetProps } from '../preview/preview-sheet.tsx'
import { BOXES, FILTERS, type Filter } from './inbox-lists.ts'
import { InboxMenu } from './inbox-menu.tsx'
import { ItemTools, ItemToolsSlot } from './item-tools.tsx'
import { OwnList } from './own-list.tsx'
import { useInboxActs } from './use-inbox-acts.ts'
import { countOf, type OwnInbox, useOwnInbox } from './use-own-inbox.ts'
import { useOwnKeys } from './use-own-keys.ts'
import { useSelection } from './use-selection.ts'

const PreviewSheet = onDemand<SheetProps>(
  async () => (await import('../preview/preview-sheet.tsx')).PreviewSheet,
)

/** What is shown, what is selected, and what can be done with it. */
function useOwnScreen() {
  const [address, change] = useAddress()
  const box = BOXES.find((one) => one === address['box']) ?? 'active'
  const filter = FILTERS.find((one) => one === address['show']) ?? 'all'
  const inbox = useOwnInbox(box, filter)
  const isPhone = useMediaQuery('(max-width: 767px)', window.innerWidth < 768) ?? false
  const list = useRef<HTMLDivElement>(null)
  const selected = selectedOf(address)
  const select = useCallback((key: string | undefined) => change(selectionOf(key)), [change])
  const show = (next: Filter) =>
    change({ ...selectionOf(undefined), show: next === 'all' ? undefined : next })
  const acts = useInboxActs()
  const { items } = inbox
  const item = useSelection({ items, selected, isPhone, acts, onSelect: select })
  const [isSnoozing, setSnoozing] = useState(false)
  useOwnKeys({ items, item, list, acts, onSelect: select, onSnooze: () => setSnoozing(true) })
  const tools = item && (
    <ItemTools item={item} acts={acts} snooze={{ isOpen: isSnoozing, setOpen: setSnoozing }} />
  )
  return { box, filter, inbox, isPhone, list, selected, select, show, acts, item, tools }
}

export function OwnScreen() {
  const { t } = useTranslation('inbox')
  const screen = useOwnScreen()
  const { box, filter, inbox, isPhone, list, selected, item, tools } = screen
  const isEmpty = inbox.items.length === 0
  return (
    <Page
      title={box === 'active' ? t('title') : t(`box.${box}`)}
      bleed
      meta={<Unread inbox={inbox} />}
      actions={
        <>
          <ReadAll inbox={inbox} filter={filter} onReadAll={() => screen.acts.readAll(filter)} />
          <InboxMenu />
        </>
      }
    >
      <div className={classes['inbox']}>
        <div className={classes['side']}>
          <Filters screen={screen} />
          <OwnList inbox={inbox} box={box} filter={filter} selected={selected} place={list} />
          {!isEmpty && <KeyFoot />}
        </div>
        {!isPhone && (
          <section className={classes['pane']} aria-label={paneName(selected, t)}>
            <ItemToolsSlot value={tools}>
              {selected === undefined ? (
                isEmpty && !inbox.isPending && <NothingSelected />
              ) : (
                <ItemPreview id={selected} item={item} />
              )}
            </ItemToolsSlot>
          </section>
        )}
      </div>
      {isPhone && (
        <PreviewSheet
          id={selected}
          item={item}
          tools={tools}
          onClose={() => screen.select(undefined)}
        />
      )}
    </Page>
  )
}

function Filters({ screen }: { screen: ReturnType<typeof useOwnScreen> }) {
  const { t } = useTranslation('inbox')
  const { box, filter, inbox, show } = screen
  return (
    <div className={classes['filter']}>
      <Segments<Filter>
        label={t('filter')}
        value={filter}
        onChange={show}
        segments={FILTERS.map((value) => ({
          value,
          label: t(`filters.${value}`),
          count: box === 'active' ? countOf(inbox.counts, value) : undefined,
        }))}
      />
    </div>
  )
}

function paneName(
  selected: string | undefined,
  t: (key: 'approval' | 'question' | 'item') => string,
) {
  if (selected?.startsWith('apr_')) return t('approval')
  return selected?.startsWith('ntf_') ? t('item') : t('question')
}

function Unread({ inbox: { counts } }: { inbox: OwnInbox }) {
  const { t } = useTranslation('inbox')
  if (!counts || counts.unread === 0) return null
  return <span className={classes['count']}>{t('unreadCount', { count: counts.unread })}</span>
}

function ReadAll({
  inbox: { counts },
  filter,
  onReadAll,
}: {
  inbox: OwnInbox
  filter: Filter
  onReadAll: () => void
}) {
  const { t } = useTranslation('inbox')
  const isOffline = useLive().state === 'offline'
  if ((countOf(counts, filter) ?? 0) === 0) return null
  return (
    <Button
      className={classes['readAll'] ?? ''}
      variant="subtle"
      color="gray"
      size="compact-md"
      disabled={isOffline}
      leftSection={<IconChecks size={16} stroke={1.75} aria-hidden="true" />}
      onClick={onReadAll}
    >
      {t('readAll')}
    </Button>
  )
}

function NothingSelected() {
  const { t } = useTranslation('inbox')
  return (
    <EmptyState
      icon={<IconInbox size={24} stroke={1.75} aria-hidden="true" />}
      title={t('nothing.title')}
    >
      {t('nothing.own')}
    </EmptyState>
  )
}

const HINTS = [
  ['j k', 'move'],
  ['1', 'chooseShort'],
  ['e', 'doneShort'],
  ['h', 'snoozeShort'],
  ['o', 'openShort'],
] as const

function KeyFoot() {
  const { t } = useTranslation('inbox')
  return (
    <div className={classes['keys']} aria-hidden="true">
      {HINTS.map(([keys, name]) => (
        <span key={keys}>
          <KeyHint keys={keys} />
          {keys === '1' && (
            <>
              –<KeyHint keys="9" />
            </>
          )}{' '}
          {t(`keys.${name}`)}
        </span>
      ))}
    </div>
  )
}
