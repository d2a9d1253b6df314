// The menu item that downloads the tasks of a list as a file. A link: the browser shows how far it is and whether it failed.
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { useNow } from '#lib/use-now.ts'
import { useColumns } from '../columns/use-columns.ts'
import type { TaskSearch } from '../data/task-search.ts'
import { exportAddress } from './export-address.ts'
import type { ViewExtra } from './view-search.ts'

export function ExportItem({
  search,
  extra,
}: {
  search: TaskSearch
  extra: ViewExtra | undefined
}) {
  const { t } = useTranslation('views')
  const username = useMe()?.user.username
  const columns = useColumns(search)
  const href = exportAddress(search, extra, { username, now: useNow(), columns })
  return (
    <Menu.Item component="a" href={href} download="tasks.csv">
      {t('exportCsv')}
    </Menu.Item>
  )
}
