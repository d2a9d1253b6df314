// Answers an open question: what it asks for, a note for the agent, and the button that sends both.
import { Button, Textarea } from '@mantine/core'
import type { Question } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { type KeyBinding, useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { useLive } from '#live/live.ts'
import classes from './answer.module.css'
import { AnswerLink } from './answer-link.tsx'
import { ChoiceOptions, useOptions } from './choice-options.tsx'
import { InputFields } from './input-fields.tsx'
import { useAnswer } from './use-answer.ts'

const NOTE_LENGTH = 2_000
const NUMBER_KEYS = 9

export function AnswerForm({ question }: { question: Question }) {
  const { t } = useTranslation('inbox')
  const { draft, change, problem, send, isSending } = useAnswer(question)
  const isOffline = useLive().state === 'offline'
  const options = useOptions(question)
  const submit = () => {
    if (!isOffline) send()
  }
  useAnswerKeys(question.kind === 'input' ? 0 : options.length, {
    choose: (index) => change({ chosen: options[index]?.value ?? '' }),
    send: submit,
  })
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {question.kind === 'input' ? (
        <InputFields question={question} draft={draft} problem={problem} onChange={change} />
      ) : (
        <ChoiceOptions
          question={question}
          chosen={draft.chosen}
          isInvalid={problem !== undefined}
          onChoose={(chosen) => change({ chosen })}
        />
      )}
      <Textarea
        label={t('note', { agent: question.agent })}
        description={undefined}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={NOTE_LENGTH}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <div className={classes['problem']} role="alert">
        {problem?.text}
      </div>
      <div className={classes['actions']}>
        <Button
          type="submit"
          loading={isSending}
          disabled={isOffline}
          rightSection={<KeyHint keys="mod+enter" />}
        >
          {t('send')}
        </Button>
        <AnswerLink key={question.id} questionId={question.id} isOffline={isOffline} />
        <span className={classes['hint']}>{isOffline ? t('offline') : t('once')}</span>
      </div>
    </form>
  )
}

function useAnswerKeys(
  options: number,
  acts: { choose: (index: number) => void; send: () => void },
): void {
  const { t } = useTranslation('inbox')
  const latest = useLatest(acts)
  useKeys(
    useMemo(() => {
      const group = 'inbox' as const
      const send: KeyBinding = {
        keys: 'mod+enter',
        group,
        label: t('send'),
        run: () => latest().send(),
        whileTyping: true,
      }
      const choose = Array.from(
        { length: Math.min(options, NUMBER_KEYS) },
        (_, index): KeyBinding => ({
          keys: String(index + 1),
          group,
          label: t('keys.choose'),
          run: () => latest().choose(index),
        }),
      )
      return [send, ...choose]
    }, [t, options, latest]),
  )
}
