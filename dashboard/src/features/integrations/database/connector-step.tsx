// The first step: what the source is called, the connector beside the database, and which of its databases.
import { Button, Radio, TextInput } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Connector } from '@task-service/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { connectorsQuery } from '#features/connectors/connector-queries.ts'
import { ConnectorStatePill } from '#features/connectors/connector-state.tsx'
import { databaseLine } from '#features/connectors/engine-names.ts'
import { ConfigField } from '../connect/connection-fields.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'
import { fieldsOf } from './wizard-steps.ts'

export function ConnectorStep(props: StepProps) {
  const { t } = useTranslation('integrations')
  const { provider, draft, errorAt, onName, onConfig } = props
  const chosen = draft.config['connector']
  const others = fieldsOf(provider, 'connector').filter(({ kind }) => kind !== 'connector')
  return (
    <>
      <TextInput
        label={t('connect.name')}
        description={t('connect.nameHint')}
        required
        data-autofocus
        value={draft.name}
        error={errorAt('/name')}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Connectors {...props} />
      {chosen !== undefined &&
        others.map((field) => (
          <ConfigField
            key={field.name}
            field={field}
            provider={provider}
            config={draft.config}
            error={errorAt(`/config/${field.name}`)}
            onChange={(value) => onConfig({ [field.name]: value })}
          />
        ))}
    </>
  )
}

function Connectors({ draft, provider, onConfig }: StepProps) {
  const { t } = useTranslation('integrations')
  const found = useQuery(connectorsQuery)
  if (found.isError && !found.data) {
    return (
      <ErrorState
        what={t('source.connectors')}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    )
  }
  if (!found.data) return <RowSkeleton rows={3} height={56} />
  // One that has announced nothing has nothing to choose from.
  const usable = found.data.filter((one) => one.statement_count > 0)
  if (usable.length === 0) return <NoConnector />
  const label = provider.config.find(({ kind }) => kind === 'connector')?.label
  return (
    <Radio.Group
      label={label ?? t('source.connectors')}
      required
      value={String(draft.config['connector'] ?? '')}
      onChange={(connector) => onConfig({ connector })}
    >
      <div className={classes['connectors']}>
        {usable.map((connector) => (
          <ConnectorChoice key={connector.id} connector={connector} />
        ))}
      </div>
    </Radio.Group>
  )
}

function ConnectorChoice({ connector }: { connector: Connector }) {
  const id = useId()
  return (
    <label className={classes['connector']} htmlFor={id}>
      <Radio id={id} value={connector.id} />
      <span>
        <code>{connector.name}</code>
        <small>{databaseLine(connector)}</small>
      </span>
      <ConnectorStatePill connector={connector} />
    </label>
  )
}

function NoConnector() {
  const { t } = useTranslation('integrations')
  return (
    <EmptyState
      icon={<IconDatabase size={24} stroke={1.75} aria-hidden="true" />}
      title={t('source.noConnector')}
      actions={
        <Button renderRoot={(props) => <Link {...props} to="/connectors" search={{ new: '1' }} />}>
          {t('source.addConnector')}
        </Button>
      }
    >
      {t('source.noConnectorText')}
    </EmptyState>
  )
}
