// The tabs of an integration, with a count where something needs attention.
import { useTranslation } from 'react-i18next'
import { TabList } from '#components/tabs/tab-list.tsx'
import type { Tab } from '../opened.ts'
import classes from './detail.module.css'

export function TabBar({
  id,
  tabs,
  tab,
  alarms,
  meta,
  onChange,
}: {
  id: string
  tabs: readonly Tab[]
  tab: Tab
  alarms: Partial<Record<Tab, number>>
  meta: string
  onChange: (tab: Tab) => void
}) {
  const { t } = useTranslation('integrations')
  return (
    <div className={classes['tabs']}>
      <TabList
        id={id}
        label={t('tabs')}
        tabs={tabs}
        tab={tab}
        onChange={onChange}
        renderTab={(name) => (
          <>
            {t(`tab.${name}`)}
            {(alarms[name] ?? 0) > 0 && <span className={classes['alarm']}>{alarms[name]}</span>}
          </>
        )}
      />
      <span className={classes['rhythm']}>{meta}</span>
    </div>
  )
}
