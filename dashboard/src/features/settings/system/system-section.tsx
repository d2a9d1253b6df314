// Versions, keys, encrypted secrets, storage, retention and limits of this installation.
import { useQuery } from '@tanstack/react-query'
import type { SystemInfo } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { Facts } from '#components/surface/facts.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { BoundsCards } from './bounds-cards.tsx'
import { KeyCard } from './key-card.tsx'
import { StorageCard } from './storage-card.tsx'
import classes from './system.module.css'
import { systemQuery } from './system-query.ts'

export function SystemSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('settings')
  const system = useQuery(systemQuery)
  return (
    <SettingsFrame title={t('section.system')} navigation={navigation}>
      {system.isError && (
        <ErrorState
          what={t('section.system')}
          error={system.error}
          onRetry={() => void system.refetch()}
        />
      )}
      {system.isPending && <RowSkeleton rows={6} height={58} />}
      {system.data && <Cards info={system.data} />}
    </SettingsFrame>
  )
}

function Cards({ info }: { info: SystemInfo }) {
  const { t } = useTranslation('settings')
  return (
    <div className={classes['cards']}>
      <Card title={t('system.versions')}>
        <Facts
          facts={[
            { name: t('system.service'), value: <code>{info.version}</code> },
            { name: t('system.api'), value: <code>{info.api_version}</code> },
            { name: t('system.schema'), value: <code>{info.schema_version}</code> },
            { name: 'PostgreSQL', value: <code>{info.postgresql_version}</code> },
            { name: t('system.started'), value: <RelativeTime at={info.started_at} /> },
          ]}
        />
      </Card>
      <MasterKeyCard info={info.master_key} />
      <KeyCard keys={info.keys} />
      <StorageCard storage={info.storage} asOf={info.as_of} />
      <BoundsCards retention={info.retention} limits={info.limits} />
    </div>
  )
}

function MasterKeyCard({ info }: { info: SystemInfo['master_key'] }) {
  const { t } = useTranslation('settings')
  return (
    <Card title={t('system.masterKey')}>
      {info.needs_reentry > 0 && (
        <Notice tone="red" title={t('system.lost', { count: info.needs_reentry })}>
          {t('system.lostText')}
        </Notice>
      )}
      <Facts
        facts={[
          { name: t('system.keyId'), value: <code>{info.id}</code> },
          { name: t('system.keyState'), value: t(`system.masterState.${info.state}`) },
          { name: t('system.secrets'), value: info.secrets },
        ]}
      />
    </Card>
  )
}
