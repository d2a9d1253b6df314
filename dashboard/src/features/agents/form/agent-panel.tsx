// The form of an agent beside what it is about: a new one, or an existing one. What was typed stays when it fails.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { formError } from '#components/fields/field-errors.ts'
import { useFocusInvalid } from '#components/fields/use-focus-invalid.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import type { LoadedAgent } from '../agent-queries.ts'
import { AGENT_FIELDS, AgentFields } from './agent-fields.tsx'
import { changeOf, createOf, type Draft, draftOf, emptyDraft } from './draft.ts'
import classes from './form.module.css'

export function AgentPanel({ edited, onClose }: { edited?: LoadedAgent; onClose: () => void }) {
  const { t } = useTranslation('agents')
  const { t: common } = useTranslation()
  const id = useId()
  const [draft, setDraft] = useState<Draft>(() => (edited ? draftOf(edited.agent) : emptyDraft))
  const save = useSave(edited, onClose)
  useFocusInvalid(id, save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft)
  }
  const isIncomplete = edited
    ? Object.keys(changeOf(draft, edited.agent)).length === 0
    : draft.name.trim() === ''
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
          <Button type="submit" form={id} loading={save.isPending} disabled={isIncomplete}>
            {edited ? t('form.save') : t('form.submit')}
          </Button>
        </div>
      }
    >
      <PanelBody>
        <form id={id} className={classes['form']} onSubmit={submit} noValidate>
          <Failure error={save.error} />
          <AgentFields
            draft={draft}
            isNew={!edited}
            problem={save.error instanceof Problem ? save.error : undefined}
            onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
          />
        </form>
      </PanelBody>
    </SidePanel>
  )
}

function Failure({ error }: { error: Error | null }) {
  const { t } = useTranslation('agents')
  if (!error) return null
  if (error instanceof Problem && error.code === 'agent_name_taken') return null
  if (error instanceof Problem && error.code === 'version_mismatch') {
    return <Notice live tone="amber" title={t('form.conflict')} />
  }
  return <Notice live tone="red" title={formError(error, AGENT_FIELDS)} />
}

function useSave(edited: LoadedAgent | undefined, onClose: () => void) {
  const { t } = useTranslation('agents')
  const client = useQueryClient()
  const navigate = useNavigate()
  // The same form sent twice is one agent; after an error it is another request.
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: async (draft: Draft): Promise<string | undefined> => {
      if (edited) {
        const { agent, etag } = edited
        await call('agents.change', {
          params: { agent: agent.name },
          body: changeOf(draft, agent),
          ...(etag !== null && { ifMatch: etag }),
        })
        return undefined
      }
      const body = createOf(draft)
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
      return (await call('agents.create', { body, idempotencyKey: sent.current.key })).body.name
    },
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: ['agents'] })
      if (made === undefined) {
        showDone(t('form.saved'))
        onClose()
        return
      }
      showDone(t('form.created'))
      // It cannot claim anything without a token.
      await navigate({ to: '/agents/$agent', params: { agent: made }, search: { token: '1' } })
    },
  })
}
