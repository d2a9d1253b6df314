// The inbox: questions of agents at the left, and the selected one with its answer at the right.
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
import { QuestionList } from './list/question-list.tsx'
import { QuestionPreview } from './preview/question-preview.tsx'
import { FILTERS, type InboxFilter, useInbox } from './use-inbox.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

const PreviewSheet = onDemand<{ id: string | undefined; onClose: () => void }>(
  async () => (await import('./preview/preview-sheet.tsx')).PreviewSheet,
)

export function InboxScreen() {
  const { t } = useTranslation('inbox')
  const [address, change] = useAddress()
  const filter = FILTERS.find((one) => one === address['show']) ?? 'all'
  const inbox = useInbox(filter)
  const isPhone = useMediaQuery('(max-width: 767px)', window.innerWidth < 768)
  const list = useRef<HTMLDivElement>(null)
  const selected = address['question']
  const select = useCallback((id: string | undefined) => change({ question: id }), [change])
  useInboxKeys({ questions: inbox.questions, selected, list, onSelect: select })
  const first = inbox.questions[0]?.id
  // Selected for good: an answer must not replace the question under the eyes of the reader.
  useEffect(() => {
    if (!isPhone && selected === undefined && first !== undefined) select(first)
  }, [isPhone, selected, first, select])
  return (
    <Page
      title={t('title')}
      bleed
      meta={
        inbox.open.length > 0 && (
          <span className={classes['count']}>{t('openCount', { count: inbox.open.length })}</span>
        )
      }
    >
      <div className={classes['inbox']}>
        <div className={classes['side']}>
          <div className={classes['filter']}>
            <Segments<InboxFilter>
              label={t('filter')}
              value={filter}
              onChange={(next) => change({ show: next === 'all' ? undefined : next })}
              segments={FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
            />
          </div>
          <QuestionList inbox={inbox} filter={filter} selected={selected} place={list} />
          {inbox.questions.length > 0 && <KeyFoot />}
        </div>
        {!isPhone && (
          <section className={classes['pane']} aria-label={t('question')}>
            {selected === undefined ? (
              inbox.questions.length === 0 && !inbox.isPending && <NothingSelected />
            ) : (
              <QuestionPreview id={selected} />
            )}
          </section>
        )}
      </div>
      {isPhone && <PreviewSheet id={selected} onClose={() => select(undefined)} />}
    </Page>
  )
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
