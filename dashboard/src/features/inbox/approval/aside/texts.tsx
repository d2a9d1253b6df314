// The texts that the agent could read, each with its source and whether that is trusted. What it used is not recorded.
import { IconFileText, IconMessage, IconMessageQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Actor, Approval, Comment, Question, Task } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useActorName } from '#components/marks/actor-mark.tsx'
import { Pill } from '#components/surface/pill.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { taskQuestionsQuery } from '../../question-queries.ts'
import type { Systems } from '../use-systems.ts'
import classes from './aside.module.css'

/** Programs and integrations pass on what others have written, and so may agents. */
const isTrusted = ({ kind }: Actor): boolean => kind === 'user'

const SHOWN = 4
const READ = 100
const EXCERPT = 140
const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function Texts({
  approval,
  task,
  systems,
}: {
  approval: Approval
  task: Task
  systems: Systems
}) {
  const { t } = useTranslation('approvals')
  const comments = useComments(task.id)
  const questions = useQuery(taskQuestionsQuery(task.id)).data ?? []
  // Those that it wrote itself are among the changes.
  const read = comments.filter(
    ({ author, created_at: at }) =>
      !(author.kind === 'agent' && author.id === approval.agent) && at <= approval.created_at,
  )
  const answers = questions.filter(
    ({ run_id: run, state }) => run === approval.run_id && state === 'answered',
  )
  const hidden = read.length - SHOWN
  return (
    <section>
      <h2>{t('texts.title')}</h2>
      <ul className={classes['texts']}>
        <TaskText task={task} systems={systems} />
        {answers.map((question) => (
          <AnswerText key={question.id} question={question} />
        ))}
        {read.slice(-SHOWN).map((comment) => (
          <CommentText key={comment.id} comment={comment} systems={systems} />
        ))}
      </ul>
      {hidden > 0 && (
        <Link to="/tasks/$task" params={{ task: `T-${task.number}` }} className={classes['more']}>
          {t('texts.more', { count: hidden })}
        </Link>
      )}
      <p className={classes['note']}>{t('texts.note')}</p>
    </section>
  )
}

/** Oldest first. The key names the task, so that a new comment is taken in. */
function useComments(task: string): readonly Comment[] {
  return (
    useQuery({
      queryKey: ['tasks', 'texts', task],
      queryFn: async ({ signal }) =>
        (await call('comments.list', { params: { task }, query: { limit: READ }, signal })).body
          .data,
    }).data ?? []
  )
}

function TaskText({ task, systems }: { task: Task; systems: Systems }) {
  const { t } = useTranslation('approvals')
  const { origin, source, number } = task
  const name = useActorName(task.created_by)
  const integration = systems.integrations.find(({ id }) => id === origin.integration_id)
  const isImported = origin.kind !== 'api'
  const system = integration?.name ?? source ?? ''
  const from = isImported
    ? t(origin.kind === 'database' ? 'texts.row' : 'texts.imported', { system })
    : source === null
      ? t('texts.createdBy', { name })
      : t('texts.createdFrom', { name, source })
  return (
    <TextItem
      icon={<IconFileText {...ICON} />}
      title={t('texts.task', { task: `T-${number}` })}
      from={from}
      isTrusted={!isImported && isTrusted(task.created_by)}
    />
  )
}

function CommentText({ comment, systems }: { comment: Comment; systems: Systems }) {
  const { t } = useTranslation('approvals')
  const { author, body, created_at: at } = comment
  const name = useActorName(author)
  const integration = systems.integrations.find(({ id }) => id === author.id)
  const text = body.length > EXCERPT ? `${body.slice(0, EXCERPT)}…` : body
  return (
    <TextItem
      icon={<IconMessage {...ICON} />}
      title={t('texts.comment')}
      from={
        <>
          {integration ? t('texts.commentFrom', { system: integration.name }) : name},{' '}
          <RelativeTime at={at} />
        </>
      }
      isTrusted={isTrusted(author)}
      quote={text}
    />
  )
}

const NO_ACTOR: Actor = { kind: 'system', id: '' }

function AnswerText({ question }: { question: Question }) {
  const { t } = useTranslation('approvals')
  const { answered_by: by, prompt } = question
  const name = useActorName(by ?? NO_ACTOR)
  return (
    <TextItem
      icon={<IconMessageQuestion {...ICON} />}
      title={t('texts.answer', { question: prompt })}
      from={by === null ? t('texts.atDeadline') : name}
      isTrusted={by !== null && isTrusted(by)}
    />
  )
}

function TextItem({
  icon,
  title,
  from,
  isTrusted: isSafe,
  quote,
}: {
  icon: ReactNode
  title: string
  from: ReactNode
  isTrusted: boolean
  quote?: string
}) {
  const { t } = useTranslation('approvals')
  return (
    <li>
      {icon}
      <div>
        <b>{title}</b>
        <small>{from}</small>
        {quote !== undefined && <q data-untrusted={!isSafe || undefined}>{quote}</q>}
      </div>
      <Pill tone={isSafe ? 'green' : 'amber'}>
        {isSafe ? t('texts.trusted') : t('texts.untrusted')}
      </Pill>
    </li>
  )
}
