// A question of an agent, and the answer to it, in the story of a task.
import { Link } from '@tanstack/react-router'
import type { Actor, Question } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#components/code/code-block.tsx'
import { ActorMark, useActorName } from '#components/marks/actor-mark.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { answerText, isStructured } from '#features/inbox/preview/answer-text.ts'
import { QuestionStatePill } from '#features/inbox/question-state.tsx'
import classes from './timeline.module.css'

export function QuestionItem({ question }: { question: Question }) {
  const { t } = useTranslation('attempts')
  const { id, agent, prompt, state } = question
  return (
    <li className={classes['item']}>
      <ActorMark actor={{ kind: 'agent', id: agent }} />
      <div className={classes['comment']}>
        <p className={classes['line']}>
          <b>{agent}</b> {t('did.asked')} <RelativeTime at={question.created_at} />
        </p>
        <div className={classes['asked']} data-state={state}>
          <p>{prompt}</p>
          <QuestionStatePill state={state} />
          <Link to="/inbox" search={{ question: id }}>
            {t('openInInbox')}
          </Link>
        </div>
      </div>
    </li>
  )
}

const SERVICE: Actor = { kind: 'system', id: '' }

export function AnswerItem({ question, at }: { question: Question; at: string }) {
  const { t } = useTranslation('attempts')
  const { t: inbox } = useTranslation('inbox')
  const { answer, note, answered_by: by } = question
  const actor = by ?? SERVICE
  const name = useActorName(actor)
  return (
    <li className={classes['item']}>
      <ActorMark actor={actor} />
      <div className={classes['comment']}>
        <p className={classes['line']}>
          <b>{name}</b> {by === null ? t('did.answeredAtDeadline') : t('did.answered')}{' '}
          <RelativeTime at={at} />
        </p>
        {isStructured(answer) ? (
          <CodeBlock text={JSON.stringify(answer)} label={inbox('answer')} />
        ) : (
          <p className={classes['said']}>{answerText(question, answer, inbox)}</p>
        )}
        {note !== null && note !== '' && <p className={classes['remark']}>{note}</p>}
      </div>
    </li>
  )
}
