// How the tenant is called, and by what days and words it goes.
import { Button, Select, TextInput } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Settings } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { LANGUAGES } from '#words/index.ts'
import classes from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    const { body, etag } = await call('settings.get', { signal })
    return { settings: body, etag }
  },
})

export function GeneralSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('settings')
  const settings = useQuery(settingsQuery)
  return (
    <SettingsFrame title={t('section.general')} navigation={navigation}>
      <div className={classes['narrow']}>
        {settings.isError && (
          <ErrorState
            what={t('section.general')}
            error={settings.error}
            onRetry={() => void settings.refetch()}
          />
        )}
        {settings.isPending && <RowSkeleton rows={4} height={58} />}
        {settings.data && (
          <Form
            key={settings.data.settings.version}
            settings={settings.data.settings}
            etag={settings.data.etag}
          />
        )}
      </div>
    </SettingsFrame>
  )
}

type Draft = Pick<Settings, 'name' | 'time_zone' | 'language' | 'week_start'>

function Form({ settings, etag }: { settings: Settings; etag: string | null }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const { name, time_zone: zone, language, week_start: week } = settings
  const [draft, setDraft] = useState<Draft>({
    name,
    time_zone: zone,
    language,
    week_start: week,
  })
  const save = useMutation({
    mutationFn: () =>
      call('settings.change', { body: draft, ...(etag !== null && { ifMatch: etag }) }),
    onSuccess: async () => {
      showDone(t('general.saved'))
      await client.invalidateQueries({ queryKey: ['settings'] })
      await client.invalidateQueries({ queryKey: ['me'] })
    },
  })
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  return (
    <Card title={t('general.title')}>
      <form
        className={classes['fields']}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Failure error={save.error} />
        <Fields draft={draft} onChange={change} />
        <div className={classes['start']}>
          <Button type="submit" loading={save.isPending}>
            {t('general.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Failure({ error }: { error: Error | null }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  if (!error) return null
  if (!(error instanceof Problem) || error.code !== 'version_mismatch') {
    return <Notice live tone="red" title={error.message} />
  }
  const reload = () => void client.invalidateQueries({ queryKey: ['settings'] })
  return (
    <Notice
      live
      tone="amber"
      title={t('general.conflict')}
      actions={
        <Button size="compact-md" variant="default" onClick={reload}>
          {t('general.reload')}
        </Button>
      }
    />
  )
}

const WEEK_STARTS = ['monday', 'saturday', 'sunday'] as const
const ZONES = Intl.supportedValuesOf('timeZone')

function Fields({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const { t } = useTranslation('settings')
  const zones = ZONES.includes(draft.time_zone) ? ZONES : [draft.time_zone, ...ZONES]
  return (
    <>
      <TextInput
        label={t('general.name')}
        required
        maxLength={200}
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('general.timeZone')}
        description={t('general.timeZoneHint')}
        searchable
        allowDeselect={false}
        limit={100}
        data={zones}
        value={draft.time_zone}
        onChange={(value) => onChange({ time_zone: value ?? draft.time_zone })}
      />
      <Select
        label={t('general.language')}
        description={t('general.languageHint')}
        allowDeselect={false}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={draft.language}
        onChange={(value) => onChange({ language: value === 'de' ? 'de' : 'en' })}
      />
      <Select
        label={t('general.weekStart')}
        allowDeselect={false}
        data={WEEK_STARTS.map((value) => ({ value, label: t(`general.week.${value}`) }))}
        value={draft.week_start}
        onChange={(value) =>
          onChange({ week_start: WEEK_STARTS.find((one) => one === value) ?? 'monday' })
        }
      />
    </>
  )
}
