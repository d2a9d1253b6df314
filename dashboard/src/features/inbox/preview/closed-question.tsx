// A question that is no longer open: the answer and who gave it, or why there is none. What this user had entered stays.
import { Button } from '@mantine/core'
import type { Actor, Question } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { CodeBlock } from '#components/code/code-block.tsx'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { useActorName } from '#components/marks/actor-mark.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { type Draft, isEmptyDraft, makeAnswer } from '../answer/draft-answer.ts'
import { dropDraft, useDraft } from '../answer/drafts.ts'
import { answerText, isStructured } from './answer-text.ts'
import classes from './preview.module.css'

const NO_ACTOR: Actor = { kind: 'system', id: '' }

export function ClosedQuestion({ question }: { question: Question }) {
  const { t } = useTranslation('inbox')
  const [draft] = useDraft(question.id)
  const end = question.state === 'expired' ? 'expired' : 'withdrawn'
  return (
    <div className={classes['closed']}>
      {question.state === 'answered' ? (
        <Answer question={question} />
      ) : (
        <Notice tone={end === 'expired' ? 'amber' : 'neutral'} title={t(`closed.${end}`)}>
          {t(`closed.${end}Text`)}
        </Notice>
      )}
      {!isEmptyDraft(draft) && <UnsentDraft question={question} draft={draft} />}
    </div>
  )
}

function Answer({ question }: { question: Question }) {
  const { t } = useTranslation('inbox')
  const { answered_by: by, answered_at: at, answer, note } = question
  const me = useMe()?.user.id
  const name = useActorName(by ?? NO_ACTOR)
  const isMine = by?.kind === 'user' && by.id === me
  const title =
    by === null ? t('closed.byTimeout') : isMine ? t('closed.byYou') : t('closed.by', { name })
  return (
    <Notice
      live
      tone="green"
      title={
        <>
          {title}
          {at !== null && (
            <span className={classes['at']}>
              <RelativeTime at={at} />
            </span>
          )}
        </>
      }
    >
      {isStructured(answer) ? (
        <div className={classes['code']}>
          <CodeBlock text={JSON.stringify(answer)} label={t('answer')} />
        </div>
      ) : (
        <p className={classes['answer']}>{answerText(question, answer, t)}</p>
      )}
      {note !== null && note !== '' && <p className={classes['note']}>{note}</p>}
      <p className={classes['use']}>
        {question.acknowledged_at === null ? t('closed.notRead') : t('closed.read')}
      </p>
    </Notice>
  )
}

function UnsentDraft({ question, draft }: { question: Question; draft: Draft }) {
  const { t } = useTranslation('inbox')
  const made = makeAnswer(question, draft)
  const answer = 'answer' in made ? answerText(question, made.answer, t) : draft.text
  const text = [answer, draft.note.trim()].filter((part) => part !== '').join('\n\n')
  return (
    <section className={classes['draft']}>
      <h3>{t('draft.title')}</h3>
      <p>{text}</p>
      <div className={classes['tools']}>
        <CopyIcon text={text} label={t('draft.copy')} />
        <Button size="compact-md" variant="default" onClick={() => dropDraft(question.id)}>
          {t('draft.discard')}
        </Button>
      </div>
    </section>
  )
}
