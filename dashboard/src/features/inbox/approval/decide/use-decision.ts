// The decision of a person about an approval: what is typed, what is wrong with it, and what can be sent.
import type { Approval } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Draft, useDraft } from './drafts.ts'
import { makeEdit, resultText } from './make-edit.ts'
import { type DecisionProblem, useDecisionRequests } from './use-decision-requests.ts'

export type Mode = 'view' | 'edit' | 'reject'

/** The texts of the approval while they are edited. */
export type Editing = {
  isOn: boolean
  /** With the text that gets the focus. */
  start: (of?: string) => void
  commentOf: (comment: { id: string; body: string }) => string
  setComment: (id: string, body: string) => void
  errorAt: (of: string) => string | undefined
}

export type Decision = ReturnType<typeof useDecision>

export function useDecision(approval: Approval) {
  const { t } = useTranslation('approvals')
  const [mode, setMode] = useState<Mode>('view')
  const [problem, setProblem] = useState<DecisionProblem>()
  const [draft, setDraft] = useDraft(approval.id)
  // The effects that the person has looked at: others need another look.
  const [reviewed, setReviewed] = useState(approval.hash)
  const { approve, reject, begin } = useDecisionRequests(approval, {
    onDone: () => setMode('view'),
    onProblem: setProblem,
    onEdited: setReviewed,
  })
  const isBusy = approve.isPending || reject.isPending
  return {
    mode,
    setMode: (next: Mode) => {
      setProblem(undefined)
      setMode(next)
    },
    problem,
    draft,
    change: (part: Partial<Draft>) => {
      begin()
      setProblem(undefined)
      setDraft(part)
    },
    isBusy,
    isReviewed: reviewed === approval.hash,
    review: () => setReviewed(approval.hash),
    approve: () => {
      setProblem(undefined)
      if (!isBusy) approve.mutate(undefined)
    },
    saveAndApprove: () => {
      const made = makeEdit(approval, draft)
      if ('invalid' in made) setProblem({ text: t(`decide.invalid.${made.invalid}`), of: made.of })
      else if (!isBusy) approve.mutate(made.edit)
    },
    reject: () => {
      const reason = draft.reason.trim()
      if (reason === '') setProblem({ text: t('decide.reasonRequired') })
      else if (!isBusy) reject.mutate(reason)
    },
  }
}

export function editingOf(decision: Decision, onStart: (of?: string) => void): Editing {
  const { mode, draft, change, problem } = decision
  return {
    isOn: mode === 'edit',
    start: onStart,
    commentOf: ({ id, body }) => draft.comments[id] ?? body,
    setComment: (id, body) => change({ comments: { ...draft.comments, [id]: body } }),
    errorAt: (of) => (problem?.of === of ? problem.text : undefined),
  }
}

export const draftedResult = (approval: Approval, { draft }: Decision): string =>
  draft.result ?? resultText(approval.result)
