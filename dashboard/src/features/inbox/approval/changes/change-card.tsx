// One change: where it is written, and exactly what.
import { Button, Textarea } from '@mantine/core'
import { IconDatabase, IconPencil } from '@tabler/icons-react'
import type { Effect } from '@task-service/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Monogram } from '#components/marks/monogram.tsx'
import { Pill } from '#components/surface/pill.tsx'
import { useLocale } from '#lib/use-locale.ts'
import type { ComparedEffect } from '../compare-effects.ts'
import type { Editing } from '../decide/use-decision.ts'
import { printVersion } from '../print-version.ts'
import { itemOf, type Systems } from '../use-systems.ts'
import classes from './changes.module.css'
import { FieldDiff } from './field-diff.tsx'
import { StatementCall } from './statement-call.tsx'

const COMMENT_LENGTH = 20_000

export function ChangeCard({
  change,
  number,
  systems,
  editing,
}: {
  change: ComparedEffect
  number: number
  systems: Systems
  editing: Editing | undefined
}) {
  const { t } = useTranslation('approvals')
  const id = useId()
  const { effect, isNew, differences } = change
  const { statement, comment } = effect
  const system = systems.nameOf(effect)
  return (
    <article className={classes['card']} aria-labelledby={id}>
      <div className={classes['head']}>
        <span className={classes['number']} aria-hidden="true">
          {number}
        </span>
        {statement ? (
          <span className={classes['mark']} aria-hidden="true">
            <IconDatabase size={15} stroke={1.75} />
          </span>
        ) : (
          <Monogram name={system} size="medium" />
        )}
        <div className={classes['names']}>
          <h2 id={id}>
            <span className="hidden-text">{t('change.number', { number })}: </span>
            <Title effect={effect} system={system} />
          </h2>
          <Basis effect={effect} system={system} />
        </div>
        {(isNew || differences.length > 0) && (
          <Pill tone="amber">{isNew ? t('change.new') : t('change.changed')}</Pill>
        )}
        {comment && editing && !editing.isOn && (
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            leftSection={<IconPencil size={15} stroke={1.75} aria-hidden="true" />}
            aria-label={t('change.editOf', { number })}
            onClick={() => editing.start(comment.id)}
          >
            {t('change.edit')}
          </Button>
        )}
      </div>
      {statement && <StatementCall statement={statement} />}
      {Object.keys(effect.fields).length > 0 && <FieldDiff change={change} systems={systems} />}
      {comment && (
        <CommentText change={change} comment={comment} number={number} editing={editing} />
      )}
    </article>
  )
}

function Title({ effect, system }: { effect: Effect; system: string }) {
  const { t } = useTranslation('approvals')
  const { statement, kind } = effect
  if (statement) {
    const { name, database } = statement
    return t('change.statement', { statement: name, database: database || system })
  }
  if (kind === 'create') return t('change.create', { system })
  return t(`change.${kind}`, { system, item: itemOf(effect) })
}

/** What it was computed for. */
function Basis({ effect, system }: { effect: Effect; system: string }) {
  const { t } = useTranslation('approvals')
  const locale = useLocale()
  const { statement, source_revision: revision, kind, run_id: run, agent } = effect
  const parts = [
    statement && system,
    statement && t('change.row', { item: itemOf(effect) }),
    statement && t('change.named'),
    // A comment may be of another agent than the one that requests the approval.
    kind === 'comment' && run === null && t('change.by', { agent }),
    revision !== null &&
      kind !== 'create' &&
      t('change.revision', { revision: printVersion(revision, locale) }),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 && <small title={revision ?? undefined}>{parts.join(' · ')}</small>
}

function CommentText({
  change: { before, differences },
  comment,
  number,
  editing,
}: {
  change: ComparedEffect
  comment: NonNullable<Effect['comment']>
  number: number
  editing: Editing | undefined
}) {
  const { t } = useTranslation('approvals')
  const earlier = differences.includes('comment') ? before?.comment?.body : undefined
  return (
    <div className={classes['body']}>
      {editing?.isOn ? (
        <Textarea
          aria-label={t('change.commentText', { number })}
          data-edits={comment.id}
          autosize
          minRows={2}
          maxRows={16}
          maxLength={COMMENT_LENGTH}
          error={editing.errorAt(comment.id)}
          value={editing.commentOf(comment)}
          onChange={(event) => editing.setComment(comment.id, event.currentTarget.value)}
        />
      ) : (
        <blockquote className={classes['comment']}>{comment.body}</blockquote>
      )}
      {earlier !== undefined && (
        <details className={classes['earlier']}>
          <summary>{t('change.earlier')}</summary>
          <del>{earlier}</del>
        </details>
      )}
    </div>
  )
}
