// Edits the mapping of fields and values, with a preview on real items.
import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Direction, Mapping, Provider } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Card } from '#components/surface/card.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import classes from '../detail/detail.module.css'
import type { Opened } from '../opened.ts'
import { FieldRules } from './field-rules.tsx'
import { MappingPreviewCard } from './mapping-preview-card.tsx'
import { usePreview } from './use-preview.ts'
import { ValueRules } from './value-rules.tsx'

const PAUSE_MS = 600

export function MappingEditor({ opened }: { opened: Opened & { provider: Provider } }) {
  const { t } = useTranslation('integrations')
  const { integration, etag, provider } = opened
  const [draft, setDraft] = useState<Mapping>(integration.mapping)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(integration.mapping)
  const save = useSave(integration.id, etag)
  const tried = useDebounced(draft, PAUSE_MS)
  const effective = usePreview(integration, isChanged ? tried : undefined).data?.mapping
  return (
    <>
      {(isChanged || save.error) && (
        <div className={classes['above']}>
          <Notice
            live
            tone={save.error ? 'red' : 'accent'}
            title={save.error?.message ?? t('mapping.unsaved')}
            actions={
              <>
                <Button
                  size="compact-md"
                  loading={save.isPending}
                  onClick={() => save.mutate(draft)}
                >
                  {t('mapping.save')}
                </Button>
                <Button
                  size="compact-md"
                  variant="default"
                  onClick={() => setDraft(integration.mapping)}
                >
                  {t('mapping.discard')}
                </Button>
              </>
            }
          />
        </div>
      )}
      <div className={classes['column']}>
        <FieldRules provider={provider} draft={draft} onChange={setDraft} />
        <ValueRules
          integrationId={integration.id}
          provider={provider.name}
          draft={draft}
          effective={effective}
          onChange={setDraft}
        />
        <IncomingCard provider={provider} draft={draft} onChange={setDraft} />
      </div>
      <div className={classes['column']}>
        <MappingPreviewCard
          integration={integration}
          provider={provider}
          {...(isChanged && { mapping: tried })}
        />
      </div>
    </>
  )
}

/** The value once it has not changed for a moment: each preview reads real items. */
function useDebounced<T>(value: T, ms: number): T {
  const text = JSON.stringify(value)
  return (
    useQuery({
      queryKey: ['integrations', 'debounced', text],
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      queryFn: async ({ signal }) => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        signal.throwIfAborted()
        return value
      },
    }).data ?? value
  )
}

function useSave(integration: string, etag: string | null) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mapping: Mapping) =>
      call('integrations.change', {
        params: { integration },
        body: { mapping },
        ...(etag !== null && { ifMatch: etag }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['integrations'] })
      showDone(t('mapping.saved'))
    },
  })
}

const directions: readonly Direction[] = ['both', 'in', 'out', 'none']

function IncomingCard({
  provider,
  draft,
  onChange,
}: {
  provider: Provider
  draft: Mapping
  onChange: (mapping: Mapping) => void
}) {
  const { t } = useTranslation('integrations')
  const access = provider.capabilities.comments
  const reachable = directions.filter(
    (one) => access === 'readwrite' || one === 'in' || one === 'none',
  )
  return (
    <Card title={t('mapping.incoming')}>
      <div className={classes['stack']}>
        <TextInput
          label={t('mapping.queue')}
          value={draft.queue ?? ''}
          placeholder="default"
          onChange={(event) => {
            const { queue: _, ...rest } = draft
            const value = event.currentTarget.value.trim()
            onChange(value === '' ? rest : { ...rest, queue: value })
          }}
        />
        <Select
          label={t('mapping.deletes', { provider: provider.name })}
          allowDeselect={false}
          data={[
            { value: 'cancel', label: t('mapping.deletesCancel') },
            { value: 'ignore', label: t('mapping.deletesIgnore') },
          ]}
          value={draft.deletes ?? 'cancel'}
          onChange={(value) =>
            onChange({ ...draft, deletes: value === 'ignore' ? 'ignore' : 'cancel' })
          }
        />
        {access !== 'none' && (
          <Select
            label={t('mapping.comments')}
            allowDeselect={false}
            data={reachable.map((value) => ({ value, label: t(`mapping.direction.${value}`) }))}
            value={draft.comments ?? (access === 'readwrite' ? 'both' : 'in')}
            onChange={(value) => {
              const comments = reachable.find((one) => one === value)
              if (comments) onChange({ ...draft, comments })
            }}
          />
        )}
      </div>
    </Card>
  )
}
