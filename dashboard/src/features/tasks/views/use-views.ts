// Saved views: read, made, changed and deleted.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { View, ViewChange, ViewCreate } from '@task-service/contract'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'

const MOST = 200

export const viewsQuery = queryOptions({
  queryKey: ['views', 'list'],
  queryFn: async ({ signal }) =>
    (await call('views.list', { query: { limit: MOST }, signal })).body.data,
})

export function useViews(): readonly View[] {
  return useQuery(viewsQuery).data ?? []
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

export function useViewActions() {
  const client = useQueryClient()
  const { t } = useTranslation('tasks')
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: ['views'] }), [client])
  return useMemo(() => {
    const create = async (body: ViewCreate): Promise<View | string> => {
      try {
        const made = await call('views.create', { body, idempotencyKey: crypto.randomUUID() })
        await refresh()
        return made.body
      } catch (error) {
        return messageOf(error)
      }
    }
    const change = async (view: View, body: ViewChange): Promise<boolean> => {
      try {
        await call('views.change', {
          params: { view: view.id },
          body,
          ifMatch: `"${view.version}"`,
        })
        showDone(t('views.saved', { name: body.name ?? view.name }))
        return true
      } catch (error) {
        showFailure(messageOf(error))
        return false
      } finally {
        await refresh()
      }
    }
    const restore = ({ name, kind, query, columns, shared, position }: View) =>
      create({ name, kind, query, columns, shared, position })
    const remove = async (view: View): Promise<void> => {
      try {
        await call('views.remove', { params: { view: view.id } })
        showDone(t('views.deleted', { name: view.name }), () => void restore(view))
      } catch (error) {
        showFailure(messageOf(error))
      } finally {
        await refresh()
      }
    }
    return { create, change, remove }
  }, [refresh, t])
}
