// One connection: how its last run ended, what it is doing, its mapping, and what needs attention.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Integration } from '@task-service/contract'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { useKeys } from '#lib/keys.ts'
import { describeSpan } from '#lib/span.ts'
import { useAddress } from '#lib/use-address.ts'
import { ConflictList } from '../conflicts/conflict-list.tsx'
import { integrationQuery, providersQuery } from '../integration-queries.ts'
import { IntegrationStatePill } from '../integration-state.tsx'
import { MappingEditor } from '../mapping/mapping-editor.tsx'
import { type Opened, type Tab, tabs } from '../opened.ts'
import { RunTable } from '../runs/run-table.tsx'
import { useIntegrationActs } from '../use-integration-acts.ts'
import { CredentialPanel } from './credential-panel.tsx'
import classes from './detail.module.css'
import { IntegrationActions } from './integration-actions.tsx'
import { Overview } from './overview.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { TabBar } from './tab-bar.tsx'

export function IntegrationScreen() {
  const { t } = useTranslation('integrations')
  const { integration: id = '' } = useParams({ strict: false })
  const one = useQuery(integrationQuery(id))
  const providers = useQuery(providersQuery)
  if (one.data && !providers.isPending) {
    const { integration, etag } = one.data
    const provider = providers.data?.find((known) => known.id === integration.provider)
    const providerName = provider?.name ?? integration.name
    return <Loaded {...{ integration, etag, provider, providerName }} />
  }
  return (
    <Page title={t('missing')} crumb={<Link to="/integrations">{t('title')}</Link>}>
      {one.isError ? (
        <ErrorState
          what={t('missing')}
          error={one.error}
          back={{ to: '/integrations', label: t('title') }}
          onRetry={() => void one.refetch()}
        />
      ) : (
        <RowSkeleton rows={6} height={58} />
      )}
    </Page>
  )
}

function Loaded(opened: Opened) {
  const { integration, provider, providerName } = opened
  const { t } = useTranslation('integrations')
  const [address, change] = useAddress()
  const [isRemoving, setRemoving] = useState(false)
  const id = useId()
  const acts = useIntegrationActs(integration)
  const tab = tabs.find((one) => one === address['tab']) ?? 'overview'
  const goTo = (next: Tab) => change({ tab: next === 'overview' ? undefined : next })
  useActKeys(acts)
  return (
    <Page
      bleed
      title={integration.name}
      crumb={<Link to="/integrations">{t('title')}</Link>}
      meta={<IntegrationStatePill state={integration.state} />}
      actions={<IntegrationActions {...{ integration, acts }} onRemove={() => setRemoving(true)} />}
    >
      <Split
        panel={
          address['credential'] !== undefined && provider ? (
            <CredentialPanel
              integration={integration}
              provider={provider}
              onClose={() => change({ credential: undefined })}
            />
          ) : undefined
        }
      >
        <TabBar
          id={id}
          tabs={tabs}
          tab={tab}
          alarms={alarmsOf(integration)}
          meta={usePollInterval(integration)}
          onChange={goTo}
        />
        <Together fallback={<RowSkeleton rows={6} height={58} />}>
          <TabContent
            id={id}
            tab={tab}
            opened={opened}
            acts={acts}
            onTab={goTo}
            onCredential={() => change({ credential: '1' }, { push: true })}
          />
        </Together>
      </Split>
      {isRemoving && (
        <RemoveDialog
          integration={integration}
          provider={providerName}
          onClose={() => setRemoving(false)}
        />
      )}
    </Page>
  )
}

function usePollInterval({ poll_seconds: seconds }: Integration): string {
  const { t } = useTranslation('integrations')
  const { t: common } = useTranslation()
  return t('rhythm', { span: describeSpan(seconds * 1_000, common) })
}

function alarmsOf({ counts }: Integration): Partial<Record<Tab, number>> {
  return {
    conflicts: counts.conflicts,
    overview: counts.failures + counts.write_backs_failed,
  }
}

type Acts = ReturnType<typeof useIntegrationActs>

function useActKeys(acts: Acts): void {
  const { t } = useTranslation('integrations')
  const { mutate: sync } = acts.sync
  const { mutate: check } = acts.check
  useKeys(
    useMemo(
      () => [
        { keys: 'r', group: 'list' as const, label: t('keys.sync'), run: () => sync(false) },
        { keys: 't', group: 'list' as const, label: t('keys.check'), run: () => check() },
      ],
      [sync, check, t],
    ),
  )
}

type Content = {
  tab: Tab
  opened: Opened
  acts: Acts
  onTab: (tab: Tab) => void
  onCredential: () => void
}

function TabContent({ id, ...content }: Content & { id: string }) {
  return (
    <div
      id={`${id}-panel`}
      className={classes['layout']}
      role="tabpanel"
      aria-labelledby={`${id}-${content.tab}`}
    >
      <TabPanel {...content} />
    </div>
  )
}

function TabPanel({ tab, opened, acts, onTab, onCredential }: Content) {
  const { integration, provider, providerName } = opened
  if (tab === 'mapping' && provider) {
    return <MappingEditor key={integration.version} opened={{ ...opened, provider }} />
  }
  if (tab === 'conflicts') {
    return <ConflictList integration={integration} provider={providerName} />
  }
  if (tab === 'runs') return <RunTable integration={integration} isWhole />
  if (tab === 'settings') {
    return (
      <SettingsTab
        key={integration.version}
        opened={opened}
        acts={acts}
        onCredential={onCredential}
      />
    )
  }
  return <Overview opened={opened} acts={acts} onTab={onTab} onCredential={onCredential} />
}
