// The API as this server speaks it: every operation, read from the document it answers itself.
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { useAddress } from '#lib/use-address.ts'
import { type OpenApi, type Operation, readOperations } from './document/open-api.ts'
import { OperationView } from './operation/operation-view.tsx'
import { OperationList, START } from './operation-list.tsx'
import classes from './reference.module.css'
import { StartView } from './start-view.tsx'

const documentQuery = queryOptions({
  queryKey: ['reference'],
  queryFn: async ({ signal }) => {
    const { body } = await call('system.openapi', { signal })
    return body as OpenApi // the contract says only that it is a document
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export function ReferenceScreen() {
  const { t } = useTranslation('reference')
  const asked = useQuery(documentQuery)
  const [address] = useAddress()
  const opened = address['op']
  const isPhone = useMediaQuery('(max-width: 767px)', window.innerWidth < 768)
  return (
    <Page title={t('title')} bleed {...(opened !== undefined && isPhone && { crumb: <Back /> })}>
      {asked.isError && (
        <ErrorState what={t('title')} error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.isPending && <RowSkeleton rows={12} height={38} />}
      {asked.data && <Reference document={asked.data} opened={opened} />}
    </Page>
  )
}

/** On phones alone: elsewhere the list stays in sight. */
function Back() {
  const { t } = useTranslation('reference')
  return (
    <Link to="/reference" search={keepSearch} className={classes['back'] ?? ''} data-back>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
      <span className="hidden-text">{t('back')}</span>
    </Link>
  )
}

const keepSearch = (now: Record<string, unknown>) => ({ ...now, op: undefined })

function Reference({ document, opened }: { document: OpenApi; opened: string | undefined }) {
  const operations = useMemo(() => readOperations(document), [document])
  const operation = operations.find(({ id }) => id === opened)
  return (
    <div className={classes['frame']} data-opened={opened === undefined ? undefined : true}>
      <OperationList operations={operations} tags={document.tags} opened={opened ?? START} />
      <Opened key={opened} document={document} operation={operation} />
    </div>
  )
}

function Opened({ document, operation }: { document: OpenApi; operation: Operation | undefined }) {
  const { t } = useTranslation('reference')
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // Where the list has made room, the focus went with it.
    if (window.document.activeElement === window.document.body) {
      place.current?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section
      ref={place}
      className={classes['content']}
      tabIndex={-1}
      aria-label={operation?.summary ?? t('start.title')}
    >
      {operation ? (
        <OperationView operation={operation} document={document} />
      ) : (
        <StartView document={document} />
      )}
    </section>
  )
}
