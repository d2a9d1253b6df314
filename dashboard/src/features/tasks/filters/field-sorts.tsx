// Orders by a custom field: chosen once ascending, and once more descending.
import { Menu } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isOpenField, useFields } from '#api/fields.ts'
import type { Sort } from '../data/task-search.ts'

export function FieldSorts({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const { t } = useTranslation('tasks')
  const fields = useFields().filter((field) => isOpenField(field) || sort.endsWith(`:${field.key}`))
  if (fields.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('orderByField')}</Menu.Label>
      {fields.map(({ key, name }) => {
        const up: Sort = `field:${key}`
        const down: Sort = `-field:${key}`
        const isDown = sort === down
        const mark = isDown ? (
          <IconSortDescending size={16} stroke={2} />
        ) : (
          <IconSortAscending size={16} stroke={2} />
        )
        return (
          <Menu.Item
            key={key}
            onClick={() => onSort(sort === up ? down : up)}
            rightSection={(isDown || sort === up) && mark}
          >
            {name}
          </Menu.Item>
        )
      })}
    </>
  )
}
