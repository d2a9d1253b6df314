// Runs a named statement: its parameters as a form, and the result.
import { Button, Checkbox, Select } from '@mantine/core'
import { IconFileText, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Connector, StatementFace } from '@task-service/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { statementsQuery } from '#features/connectors/connector-queries.ts'
import { useAddress } from '#lib/use-address.ts'
import { isEnrolled } from '../detail/connector-actions.tsx'
import { statementKey } from '../detail/statement-list.tsx'
import classes from './console.module.css'
import { ParamFields } from './param-fields.tsx'
import { isComplete, paramsOf, type Typed } from './param-values.ts'
import { RunResult } from './run-result.tsx'
import { useRun } from './use-run.ts'

export function Console({ connector }: { connector: Connector }) {
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
  if (!found.data) return <RowSkeleton rows={4} height={64} />
  if (found.data.data.length === 0) {
    return (
      <EmptyState
        icon={<IconFileText size={24} stroke={1.75} aria-hidden="true" />}
        title={t('statements.noneTitle')}
      >
        {t('statements.noneText')}
      </EmptyState>
    )
  }
  return <Chosen connector={connector} faces={found.data.data} />
}

function Chosen({ connector, faces }: { connector: Connector; faces: readonly StatementFace[] }) {
  const { t } = useTranslation('connectors')
  const [address, change] = useAddress()
  const face = faces.find((one) => statementKey(one) === address['run']) ?? faces[0]
  if (!face) return null
  const groups = [...Map.groupBy(faces, ({ database }) => database)]
  return (
    <div className={classes['console']}>
      <Card title={t('console.title')}>
        <Select
          label={t('console.statement')}
          allowDeselect={false}
          searchable={faces.length > 8}
          data={groups.map(([group, members]) => ({
            group,
            items: members.map((one) => ({ value: statementKey(one), label: one.name })),
          }))}
          value={statementKey(face)}
          onChange={(run) => change({ run: run ?? undefined })}
        />
        {/* Another statement is another form. */}
        <Form key={statementKey(face)} connector={connector} face={face} />
      </Card>
    </div>
  )
}

function Form({ connector, face }: { connector: Connector; face: StatementFace }) {
  const { t } = useTranslation('connectors')
  const [typed, setTyped] = useState<Typed>({})
  const [isSure, setSure] = useState(false)
  const { run, job } = useRun(connector.id, face)
  const isWrite = face.kind === 'write'
  const isReady = isEnrolled(connector) && isComplete(face, typed) && (!isWrite || isSure)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || run.isPending) return
    run.mutate(paramsOf(face, typed))
    // Each write is confirmed separately.
    setSure(false)
  }
  return (
    <>
      <form className={classes['form']} onSubmit={submit} noValidate>
        {face.description !== '' && <p className={classes['about']}>{face.description}</p>}
        <div className={classes['fields']}>
          <ParamFields face={face} typed={typed} onChange={setTyped} />
        </div>
        {isWrite && (
          <div>
            <Checkbox
              label={t('console.sure')}
              checked={isSure}
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
            <p className={classes['sure']}>{t('console.sureText')}</p>
          </div>
        )}
        <QueuedNotice connector={connector} />
        <div className={classes['act']}>
          <Button
            type="submit"
            disabled={!isReady}
            loading={run.isPending}
            leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden="true" />}
          >
            {isWrite ? t('console.runWrite') : t('console.run')}
          </Button>
          <span>{t('console.decides')}</span>
        </div>
      </form>
      <RunResult connector={connector} error={run.error} job={job} />
    </>
  )
}

/** Jobs for it would be queued. */
function QueuedNotice({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const { state } = connector
  if (!isEnrolled(connector)) return <Notice tone="amber" title={t('console.notEnrolled')} />
  if (state !== 'silent' && state !== 'paused') return null
  return (
    <Notice tone="neutral" title={t(`console.${state}`)}>
      {t('console.waits')}
    </Notice>
  )
}
