// The inside of a card: what it shows, or that it is on its way, or that it did not load while the other cards stay.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import classes from './home.module.css'

export type CardQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'refetch'>

/** Figures that are known stay, even if asking for newer ones fails. */
export function CardState<T>({
  query: { data, error, isError, refetch },
  what,
  skeleton,
  children,
}: {
  query: CardQuery<T>
  /** What did not load, as a title. */
  what: string
  /** In the geometry of what it stands for. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}) {
  const { t } = useTranslation()
  if (data !== undefined) return children(data)
  if (isError) return <ErrorState what={what} error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes['loading']} role="status" aria-label={t('loading')}>
      {skeleton}
    </div>
  )
}
