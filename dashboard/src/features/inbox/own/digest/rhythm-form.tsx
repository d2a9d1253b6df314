// How often the digest is sent, at which hour of which time zone, and in which language.
import { Button, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Digest } from '@task-service/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { Segments } from '#components/surface/segments.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { LANGUAGES } from '#words/index.ts'
import classes from './digest.module.css'
import { digestQuery } from './digest-query.ts'

type Rhythm = Pick<Digest, 'frequency' | 'hour' | 'time_zone' | 'language'>

const FREQUENCIES = ['off', 'daily', 'weekly'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const ZONES = Intl.supportedValuesOf('timeZone')

export function RhythmForm({ digest, onSaved }: { digest: Digest; onSaved: () => void }) {
  const { t } = useTranslation('inbox')
  const client = useQueryClient()
  const [draft, setDraft] = useState<Rhythm>({
    frequency: digest.frequency,
    hour: digest.hour,
    time_zone: digest.time_zone,
    language: digest.language,
  })
  const change = (part: Partial<Rhythm>) => setDraft((now) => ({ ...now, ...part }))
  const save = useMutation({
    mutationFn: async () => (await call('digest.change', { body: draft })).body,
    onSuccess: (saved) => {
      client.setQueryData(digestQuery.queryKey, saved)
      showDone(t('digest.saved'))
      onSaved()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className={classes['form']} onSubmit={submit}>
      {save.error && <Notice live tone="red" title={save.error.message} />}
      <Segments<Rhythm['frequency']>
        label={t('digest.frequency')}
        value={draft.frequency}
        onChange={(frequency) => change({ frequency })}
        segments={FREQUENCIES.map((value) => ({ value, label: t(`digest.every.${value}`) }))}
      />
      {draft.frequency !== 'off' && <Times draft={draft} onChange={change} />}
      {draft.frequency !== 'off' && digest.address === null && (
        <Notice tone="neutral" title={t('digest.needsAddress')} />
      )}
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('digest.save')}
        </Button>
      </div>
    </form>
  )
}

function Times({ draft, onChange }: { draft: Rhythm; onChange: (part: Partial<Rhythm>) => void }) {
  const { t } = useTranslation('inbox')
  const locale = useLocale()
  const zones = ZONES.includes(draft.time_zone) ? ZONES : [draft.time_zone, ...ZONES]
  const clock = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return (
    <div className={classes['times']}>
      <Select
        label={t('digest.hour')}
        allowDeselect={false}
        data={HOURS.map((hour) => ({
          value: String(hour),
          label: clock.format(Date.UTC(2026, 0, 1, hour)),
        }))}
        value={String(draft.hour)}
        onChange={(value) => onChange({ hour: Number(value ?? draft.hour) })}
      />
      <Select
        label={t('digest.timeZone')}
        searchable
        allowDeselect={false}
        limit={100}
        data={zones}
        value={draft.time_zone}
        onChange={(value) => onChange({ time_zone: value ?? draft.time_zone })}
      />
      <Select
        label={t('digest.language')}
        allowDeselect={false}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={draft.language}
        onChange={(value) => onChange({ language: value === 'de' ? 'de' : 'en' })}
      />
    </div>
  )
}
