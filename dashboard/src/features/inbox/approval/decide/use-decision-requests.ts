// The requests of a decision. If the effects have changed, nothing is decided and the screen shows both versions.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Approval, ApprovalEdit } from '@task-service/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { showDone } from '#components/toasts/toasts.tsx'
import { approvalKey } from '../approval-queries.ts'
import { isOnlyEdited } from '../compare-effects.ts'
import { dropDraft } from './drafts.ts'
import { RESULT } from './make-edit.ts'

/** `of`: what it is about, by the ID of the comment. */
export type DecisionProblem = { text: string; of?: string }

type Reports = {
  onDone: () => void
  onProblem: (problem: DecisionProblem) => void
  /** These effects are what the person has written. */
  onEdited: (hash: string) => void
}

/** The screen shows what happened instead of the error. */
const SHOWN_OTHERWISE: readonly string[] = ['effects_changed', 'approval_closed']

export function useDecisionRequests(approval: Approval, reports: Reports) {
  const { t } = useTranslation('approvals')
  const { keep, settle } = useSettling(approval.id, reports)
  // The same for a retry of the same request, so that it counts once.
  const attempt = useRef<string>(undefined)
  const params = { approval: approval.id }
  const idempotencyKey = () => (attempt.current ??= crypto.randomUUID())
  const send = async (hash: string) =>
    (await call('approvals.approve', { params, body: { hash } })).body
  const approve = useMutation({
    ...settle,
    mutationFn: async (edit: ApprovalEdit | undefined) => {
      if (!edit) return send(approval.hash)
      const request = { params, body: edit, idempotencyKey: idempotencyKey() }
      const edited = (await call('approvals.edit', request)).body
      attempt.current = undefined
      dropDraft(approval.id)
      keep(edited)
      // Something else has changed as well, which no one has seen yet.
      if (!isOnlyEdited(approval.effects, edited.effects, edit)) return edited
      reports.onEdited(edited.hash)
      return send(edited.hash)
    },
    onSuccess: (current) => {
      settle.onSuccess(current)
      if (current.state !== 'open') showDone(t('decide.approved'))
    },
  })
  const reject = useMutation({
    ...settle,
    mutationFn: async (reason: string) => {
      const request = { params, body: { reason }, idempotencyKey: idempotencyKey() }
      return (await call('approvals.reject', request)).body
    },
    onSuccess: (current) => {
      settle.onSuccess(current)
      showDone(t('decide.rejected', { agent: approval.agent }))
    },
  })
  return {
    approve,
    reject,
    /** The next request is another one. */
    begin: () => {
      attempt.current = undefined
    },
  }
}

function useSettling(id: string, { onDone, onProblem }: Reports) {
  const client = useQueryClient()
  const keep = (current: Approval) => client.setQueryData(approvalKey(id), current)
  return {
    keep,
    settle: {
      onSuccess: (current: Approval) => {
        keep(current)
        onDone()
        if (current.state !== 'open') dropDraft(id)
      },
      onError: (error: Error) => {
        const code = error instanceof Problem ? error.code : undefined
        if (code !== undefined && SHOWN_OTHERWISE.includes(code)) return
        onProblem({ text: error.message, ...(code === 'result_invalid' && { of: RESULT }) })
      },
      onSettled: () => {
        for (const key of ['approvals', 'runs', 'integrations']) {
          void client.invalidateQueries({ queryKey: [key] })
        }
      },
    },
  }
}
