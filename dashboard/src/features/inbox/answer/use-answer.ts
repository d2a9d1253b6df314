// Sends an answer. If the question was closed in the meantime, the pane shows by whom and the draft stays.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Question } from '@task-service/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { showDone } from '#components/toasts/toasts.tsx'
import { type Invalid, makeAnswer } from './draft-answer.ts'
import { dropDraft, useDraft } from './drafts.ts'

export type AnswerProblem = { text: string; field?: string | undefined }

export function useAnswer(question: Question) {
  const { t } = useTranslation('inbox')
  const client = useQueryClient()
  const [draft, setDraft] = useDraft(question.id)
  const [problem, setProblem] = useState<AnswerProblem>()
  // The same for a retry of the same answer, so that it counts once.
  const attempt = useRef<string>(undefined)
  const refresh = () => client.invalidateQueries({ queryKey: ['questions'] })
  const sending = useMutation({
    mutationFn: async (answer: unknown) => {
      attempt.current ??= crypto.randomUUID()
      const note = draft.note.trim()
      const request = {
        params: { question: question.id },
        body: { answer, ...(note !== '' && { note }) },
        idempotencyKey: attempt.current,
      }
      return (await call('questions.answer', request)).body
    },
    onSuccess: (answered) => {
      client.setQueryData(['questions', 'one', question.id], answered)
      dropDraft(question.id)
      showDone(t('sent', { agent: question.agent }))
      void refresh()
    },
    onError: (error) => {
      const isClosed = error instanceof Problem && error.code === 'question_closed'
      if (!isClosed) setProblem({ text: error.message })
      void refresh()
    },
  })
  const change = (part: Partial<typeof draft>) => {
    attempt.current = undefined
    setProblem(undefined)
    setDraft(part)
  }
  const send = () => {
    if (sending.isPending) return
    const made = makeAnswer(question, draft)
    if ('invalid' in made) setProblem({ text: t(wordOf(question, made)), field: made.field })
    else sending.mutate(made.answer)
  }
  return { draft, change, problem, send, isSending: sending.isPending }
}

function wordOf({ kind }: Question, { invalid, field }: { invalid: Invalid; field?: string }) {
  if (invalid !== 'missing') return `invalid.${invalid}` as const
  if (field !== undefined) return 'invalid.field'
  return kind === 'input' ? 'invalid.input' : 'invalid.choice'
}
