// Sets a custom field of tasks: at once on the screen, with a way back.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Field, Task, TaskListQuery } from '@task-service/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { nameOf, useEditTasks } from '../edit/use-edit-tasks.ts'
import { describeValue } from './describe-value.ts'

export type FieldValueToSet = string | number | null

/** Where a task stands in these lists only the server can tell. */
function usesField(query: TaskListQuery | undefined): boolean {
  return query?.field !== undefined || (query?.sort?.includes('field:') ?? false)
}

function readListsAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    queryKey: ['tasks', 'list'],
    predicate: ({ queryKey }) => usesField(queryKey[2] as TaskListQuery | undefined), // of taskListOptions
  })
}

export function useSetValue() {
  const edit = useEditTasks()
  const client = useQueryClient()
  const { t } = useTranslation('fields')
  const locale = useLocale()
  return useCallback(
    async (tasks: readonly Task[], field: Field, value: FieldValueToSet) => {
      const after = await edit(
        tasks,
        ({ fields }) =>
          (fields[field.key] ?? null) === value ? undefined : { fields: { [field.key]: value } },
        (done) => {
          const told = {
            count: done.length,
            task: done[0] ? nameOf(done[0]) : '',
            field: field.name,
            value: describeValue(field, value, locale),
          }
          return value === null ? t('said.cleared', told) : t('said.set', told)
        },
      )
      await readListsAgain(client)
      return after
    },
    [edit, client, t, locale],
  )
}
