// The statements a connector reported: parameters, columns with their treatment, and limits.
import { Button } from '@mantine/core'
import { IconFileText, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Connector, StatementFace } from '@task-service/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { Pill } from '#components/surface/pill.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { ColumnName } from '#features/connectors/column-name.tsx'
import { statementsQuery } from '#features/connectors/connector-queries.ts'
import { engineName } from '#features/connectors/engine-names.ts'
import { useAddress } from '#lib/use-address.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './statements.module.css'

export const statementKey = ({ database, name }: Pick<StatementFace, 'database' | 'name'>) =>
  `${database}/${name}`

export function StatementList({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const found = useQuery(statementsQuery(connector.id))
  if (found.isError && !found.data) {
    return (
      <ErrorState
        what={t('tab.statements')}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    )
  }
  if (!found.data) return <RowSkeleton rows={4} height={72} />
  const { data, announced_at: at } = found.data
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<IconFileText size={24} stroke={1.75} aria-hidden="true" />}
        title={t('statements.noneTitle')}
      >
        {t('statements.noneText')}
      </EmptyState>
    )
  }
  return (
    <div className={classes['all']}>
      <p className={classes['lead']}>
        {t('statements.lead')}
        {at !== null && (
          <>
            {' '}
            {t('statements.announced')} <RelativeTime at={at} />.
          </>
        )}
      </p>
      {[...Map.groupBy(data, ({ database }) => database)].map(([database, faces]) => (
        <Card
          key={database}
          title={database}
          meta={`${engineName(faces[0]?.engine ?? '')}, ${t('statements.count', { count: faces.length })}`}
          bleed
        >
          <ul className={classes['list']}>
            {faces.map((face) => (
              <Statement key={face.name} face={face} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Statement({ face }: { face: StatementFace }) {
  const { t } = useTranslation('connectors')
  const [, change] = useAddress()
  return (
    <li className={classes['statement']}>
      <div className={classes['head']}>
        <h3>{face.name}</h3>
        <Pill tone={face.kind === 'write' ? 'amber' : 'neutral'}>
          {t(`statements.kind.${face.kind}`)}
        </Pill>
        <Button
          className={classes['try'] ?? ''}
          size="compact-md"
          variant="default"
          aria-label={t('statements.tryOf', { name: face.name })}
          leftSection={<IconTerminal2 size={14} stroke={1.75} aria-hidden="true" />}
          onClick={() => change({ tab: 'console', run: statementKey(face) }, { push: true })}
        >
          {t('statements.try')}
        </Button>
      </div>
      {face.description !== '' && <p className={classes['about']}>{face.description}</p>}
      <dl className={classes['facts']}>
        <dt>{t('statements.params')}</dt>
        <dd>
          {face.params.length === 0 && t('statements.noParams')}
          {face.params.map((param) => (
            <Param key={param.name} param={param} />
          ))}
        </dd>
        {face.kind === 'read' && (
          <>
            <dt>{t('statements.columns')}</dt>
            <dd>
              {face.columns.map((column) => (
                <span key={column.name} className={classes['chip']}>
                  <ColumnName name={column.name} treatment={column.treatment} />
                </span>
              ))}
            </dd>
          </>
        )}
        <dt>{t('statements.caps')}</dt>
        <dd>{useCaps(face)}</dd>
      </dl>
    </li>
  )
}

function Param({ param }: { param: StatementFace['params'][number] }) {
  const { t } = useTranslation('connectors')
  const notes = [
    t(`paramType.${param.type}`),
    param.required ? t('statements.required') : undefined,
    param.max_length === undefined
      ? undefined
      : t('statements.maxLength', { count: param.max_length }),
    param.choices?.join(' | '),
    param.puts_values_back ? t('statements.detokenized') : undefined,
  ].filter(Boolean)
  return (
    <span className={classes['chip']}>
      <code>{param.name}</code> <small>{notes.join(', ')}</small>
    </span>
  )
}

function useCaps(face: StatementFace): string {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  const common = [
    t('statements.bytes', { size: printBytes(face.max_bytes, locale) }),
    t('statements.timeout', { seconds: printSeconds(face.timeout_ms, locale) }),
  ]
  return face.kind === 'read'
    ? [
        t('statements.rows', {
          count: face.max_rows,
          rows: face.max_rows.toLocaleString(locale),
        }),
        ...common,
      ].join(' · ')
    : [...writeCaps(face, t), ...common.slice(1)].join(' · ')
}

function writeCaps(face: StatementFace, t: TFunction<'connectors'>): string[] {
  return [
    ...(face.expect_rows === undefined
      ? []
      : [t('statements.expects', { count: face.expect_rows })]),
    ...(face.fence === undefined ? [] : [t('statements.fence', { name: face.fence })]),
  ]
}

const printSeconds = (ms: number, locale: string): string => (ms / 1_000).toLocaleString(locale)

const KIB = 1024

export function printBytes(bytes: number, locale: string): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'] as const
  const step = Math.min(3, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(KIB)))
  const value = (bytes / KIB ** step).toLocaleString(locale, { maximumFractionDigits: 1 })
  return `${value} ${units[step] ?? 'B'}`
}
