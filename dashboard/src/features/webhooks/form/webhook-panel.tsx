// The form of a webhook beside what it is about: a new one, or one that is there. What was typed stays when it fails.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Webhook } from '@task-service/contract'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { formError } from '#components/fields/field-errors.ts'
import { useFocusInvalid } from '#components/fields/use-focus-invalid.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { keepSecret } from '#lib/secret-once.ts'
import { changeOf, createOf, type Draft, draftOf, emptyDraft } from './draft.ts'
import classes from './form.module.css'
import { WEBHOOK_FIELDS, WebhookFields } from './webhook-fields.tsx'

type Edited = { webhook: Webhook; etag: string | null }

export function WebhookPanel({ edited, onClose }: { edited?: Edited; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const id = useId()
  const [draft, setDraft] = useState<Draft>(() => (edited ? draftOf(edited.webhook) : emptyDraft))
  const save = useSave(edited, onClose)
  useFocusInvalid(id, save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft)
  }
  const isUntouched = edited && Object.keys(changeOf(draft, edited.webhook)).length === 0
  return (
    <SidePanel
      width={480}
      title={edited ? t('form.edit') : t('form.create')}
      onClose={onClose}
      foot={
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={id} loading={save.isPending} disabled={isUntouched === true}>
            {edited ? t('form.save') : t('form.submit')}
          </Button>
        </div>
      }
    >
      <PanelBody>
        <form id={id} className={classes['form']} onSubmit={submit} noValidate>
          <Failure error={save.error} />
          <WebhookFields
            draft={draft}
            webhook={edited?.webhook}
            problem={save.error instanceof Problem ? save.error : undefined}
            onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
          />
        </form>
      </PanelBody>
    </SidePanel>
  )
}

/** What no field of the form is to blame for. */
function Failure({ error }: { error: Error | null }) {
  const { t } = useTranslation('webhooks')
  if (!error) return null
  if (error instanceof Problem && error.code === 'version_mismatch') {
    return <Notice live tone="amber" title={t('form.conflict')} />
  }
  if (error instanceof Problem && error.code === 'webhook_url_refused') return null
  return <Notice live tone="red" title={formError(error, WEBHOOK_FIELDS)} />
}

function useSave(edited: Edited | undefined, onClose: () => void) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const navigate = useNavigate()
  // The same form sent twice is one webhook; after a refusal it is another request.
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: async (draft: Draft) => {
      if (edited) {
        const { webhook, etag } = edited
        const body = changeOf(draft, webhook)
        const { body: changed } = await call('webhooks.change', {
          params: { webhook: webhook.id },
          body,
          ...(etag !== null && { ifMatch: etag }),
        })
        return { dropped: changed.dropped_header_names ?? [] }
      }
      const body = createOf(draft)
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
      return {
        made: (await call('webhooks.create', { body, idempotencyKey: sent.current.key })).body,
      }
    },
    onSuccess: async ({ made, dropped = [] }) => {
      await client.invalidateQueries({ queryKey: ['webhooks'] })
      if (!made) {
        const names = dropped.join(', ')
        showDone(dropped.length > 0 ? t('form.savedDropped', { names }) : t('form.saved'))
        onClose()
        return
      }
      const { secret, id } = made
      if (secret !== undefined) keepSecret(id, secret)
      showDone(t('form.created'))
      await navigate({ to: '/webhooks/$webhook', params: { webhook: id }, search: {} })
    },
  })
}
