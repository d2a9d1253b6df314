// Overview of an integration: problems, last result, current state, runs, and a sample of its mapping.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { CheckStages } from '../connect/check-stages.tsx'
import { failedWritesQuery, failuresQuery } from '../integration-queries.ts'
import { MappingPreviewCard } from '../mapping/mapping-preview-card.tsx'
import type { Opened, Tab } from '../opened.ts'
import { RunTable } from '../runs/run-table.tsx'
import type { IntegrationActs } from '../use-integration-acts.ts'
import classes from './detail.module.css'
import { FailureList } from './failure-list.tsx'
import { LastAndNow } from './last-and-now.tsx'
import { WriteBackList } from './write-back-list.tsx'

export function Overview({
  opened,
  acts,
  onTab,
  onCredential,
}: {
  opened: Opened
  acts: IntegrationActs
  onTab: (tab: Tab) => void
  onCredential: () => void
}) {
  const { integration, provider, providerName } = opened
  const { counts } = integration
  const shared = { integration, provider: providerName }
  const failures = useQuery({ ...failuresQuery(integration.id), enabled: counts.failures > 0 })
  const writes = useQuery({
    ...failedWritesQuery(integration.id),
    enabled: counts.write_backs_failed > 0,
  })
  return (
    <>
      <div className={classes['above']}>
        <ProblemNotice {...shared} onTab={onTab} onCredential={onCredential} />
        <CheckStages
          provider={providerName}
          check={acts.check.data}
          isRunning={acts.check.isPending}
        />
        <LastAndNow {...shared} onRetry={() => acts.retryFailures.mutate()} />
      </div>
      <div className={classes['column']}>
        {counts.failures > 0 && failures.data && (
          <FailureList
            failures={failures.data}
            isRetrying={acts.retryFailures.isPending}
            onRetry={() => acts.retryFailures.mutate()}
          />
        )}
        {counts.write_backs_failed > 0 && writes.data && (
          <WriteBackList writes={writes.data} provider={providerName} />
        )}
        <RunTable integration={integration} onAll={() => onTab('runs')} />
      </div>
      <div className={classes['column']}>
        {provider && integration.credential.state === 'readable' && (
          <MappingPreviewCard
            integration={integration}
            provider={provider}
            onEdit={() => onTab('mapping')}
          />
        )}
      </div>
    </>
  )
}

function ProblemNotice({
  integration: { problem },
  provider,
  onTab,
  onCredential,
}: {
  integration: Integration
  provider: string
  onTab: (tab: Tab) => void
  onCredential: () => void
}) {
  const { t } = useTranslation('integrations')
  if (!problem) return null
  const isCredential = ['needs_credential', 'needs_reentry', 'auth_failed'].includes(problem.kind)
  return (
    <Notice
      tone={problem.kind === 'needs_credential' ? 'amber' : 'red'}
      title={t(`problem.${problem.kind}`, { provider })}
      actions={
        problem.kind !== 'provider_missing' && (
          <Button size="compact-md" onClick={isCredential ? onCredential : () => onTab('settings')}>
            {isCredential ? t('problem.enter') : t('problem.settings')}
          </Button>
        )
      }
    >
      {problem.vendor_text !== null &&
        `${t('check.said', { provider, text: problem.vendor_text })} `}
      {problem.fix ?? problem.detail} {t('problem.text')}
    </Notice>
  )
}
