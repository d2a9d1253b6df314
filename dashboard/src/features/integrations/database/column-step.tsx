// The third step: which columns are key, version and status, beside real rows to tell by.
import { Select } from '@mantine/core'
import type { StatementFace } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { ResultTable } from '#features/connectors/result-table.tsx'
import { ConfigField } from '../connect/connection-fields.tsx'
import type { StepProps } from './step-props.ts'
import { useSample } from './use-sample.ts'
import classes from './wizard.module.css'
import { type Config, type Field, fieldsOf, findFace } from './wizard-steps.ts'

const SHOWN_ROWS = 5

export function ColumnStep(props: StepProps) {
  const { provider, draft, faces, errorAt, onConfig } = props
  const face = findFace(faces, draft.config, 'read_statement')
  return (
    <Together className={classes['form']} fallback={<RowSkeleton rows={6} height={72} />}>
      <SampleRows config={draft.config} face={face} />
      {fieldsOf(provider, 'columns').map((field) => {
        const error = errorAt(`/config/${field.name}`)
        const change = (value: string | number | boolean) => onConfig({ [field.name]: value })
        return field.name.endsWith('_column') && face ? (
          <ColumnField
            key={field.name}
            field={field}
            face={face}
            value={String(draft.config[field.name] ?? '')}
            error={error}
            onChange={change}
          />
        ) : (
          <ConfigField
            key={field.name}
            field={field}
            provider={provider}
            config={draft.config}
            error={error}
            onChange={change}
          />
        )
      })}
    </Together>
  )
}

function ColumnField({
  field,
  face,
  value,
  error,
  onChange,
}: {
  field: Field
  face: StatementFace
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <Select
      label={field.label}
      description={field.help ?? undefined}
      required={field.required}
      error={error}
      allowDeselect={!field.required}
      data={face.columns.map(({ name }) => name)}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}

export function SampleRows({ config, face }: { config: Config; face: StatementFace | undefined }) {
  const { t } = useTranslation('integrations')
  const sample = useSample(config)
  if (sample.isPending) return <RowSkeleton rows={3} height={36} />
  if (sample.isError) return <Notice live tone="red" title={sample.error.message} />
  const { state, problem, columns, rows } = sample.data
  if (state !== 'done') {
    return (
      <Notice live tone="amber" title={problem?.message ?? t('source.noSample')}>
        {t('source.noSampleText')}
      </Notice>
    )
  }
  return (
    <section className={classes['sample']}>
      <h3>{t('source.sample', { count: rows.length })}</h3>
      <ResultTable
        columns={columns}
        rows={rows.slice(0, SHOWN_ROWS)}
        treatments={face?.columns ?? []}
      />
    </section>
  )
}
