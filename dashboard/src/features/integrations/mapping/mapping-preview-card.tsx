// The result of the mapping for a real item, field by field.
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import {
  IconArrowNarrowLeft,
  IconArrowNarrowRight,
  IconArrowsExchange,
  IconMinus,
  IconPencil,
  IconRefresh,
} from '@tabler/icons-react'
import type {
  Direction,
  Integration,
  Mapping,
  MappingPreview,
  Provider,
} from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeLink } from '#components/markdown/safe-link.ts'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { isMappedField, usePrint } from './field-words.ts'
import classes from './mapping.module.css'
import { usePreview } from './use-preview.ts'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const arrows: Record<Direction, typeof IconMinus> = {
  both: IconArrowsExchange,
  in: IconArrowNarrowRight,
  out: IconArrowNarrowLeft,
  none: IconMinus,
}

export function MappingPreviewCard({
  integration,
  provider,
  mapping,
  onEdit,
}: {
  integration: Integration
  provider: Provider
  /** One that is not saved yet. */
  mapping?: Mapping
  onEdit?: () => void
}) {
  const { t } = useTranslation('integrations')
  const [at, setAt] = useState(0)
  const preview = usePreview(integration, mapping)
  const records = preview.data?.records ?? []
  const record = records[at % Math.max(1, records.length)]
  return (
    <Card
      title={t('mapping.preview')}
      bleed
      action={
        onEdit && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPencil size={14} stroke={1.75} />}
            onClick={onEdit}
          >
            {t('mapping.edit')}
          </Button>
        )
      }
    >
      {preview.isError && (
        <ErrorState
          what={t('mapping.preview')}
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isPending && <RowSkeleton rows={5} height={44} />}
      {preview.data && !record && <p className={classes['none']}>{t('mapping.noSample')}</p>}
      {preview.data && record && (
        <>
          <Sample record={record} onNext={records.length > 1 ? () => setAt(at + 1) : undefined} />
          <Rows record={record} provider={provider} effective={preview.data.mapping} />
        </>
      )}
    </Card>
  )
}

type Sampled = MappingPreview['records'][number]

function Sample({ record, onNext }: { record: Sampled; onNext: (() => void) | undefined }) {
  const { t } = useTranslation('integrations')
  const address = safeLink(record.url)
  return (
    <div className={classes['sample']}>
      <span>{t('mapping.sample')}</span>
      {address === '' ? (
        <b>{record.key}</b>
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {record.key}
        </a>
      )}
      {onNext && (
        <ActionIcon aria-label={t('mapping.nextSample')} onClick={onNext}>
          <IconRefresh size={14} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
      <span>{t(`mapping.would.${record.would}`)}</span>
    </div>
  )
}

function directionOf(effective: Record<string, unknown>, field: string): Direction {
  const fields = effective['fields'] as Record<string, { direction?: Direction }> | undefined // what the contract calls a resolved mapping
  return fields?.[field]?.direction ?? 'in'
}

function Rows({
  record,
  provider,
  effective,
}: {
  record: Sampled
  provider: Provider
  effective: Record<string, unknown>
}) {
  const { t } = useTranslation('integrations')
  const print = usePrint()
  return (
    <div className={classes['rows']}>
      <div className={classes['head']} aria-hidden="true">
        <span>{t('mapping.remoteField', { provider: provider.name })}</span>
        <span />
        <span>{t('mapping.taskField')}</span>
      </div>
      {record.fields.map(({ field, remote, remote_name: name, task, note }) => {
        const direction = directionOf(effective, field)
        const Arrow = arrows[direction]
        const there = isMappedField(field) ? provider.fields[field]?.remote : undefined
        const [from, to] = [name ?? print(field, remote), print(field, task)]
        return (
          <div key={field} className={classes['row']}>
            <code>{there ?? field}</code>
            <span title={t(`mapping.direction.${direction}`)}>
              <Arrow {...ICON} />
              <VisuallyHidden>{t(`mapping.direction.${direction}`)}</VisuallyHidden>
            </span>
            <span>
              <code>{field}</code>
              <small>
                {from !== to && from !== '' ? `${from} → ` : ''}
                {to || t('mapping.empty')}
              </small>
              {note !== null && <small className={classes['note']}>{note}</small>}
            </span>
          </div>
        )
      })}
    </div>
  )
}
