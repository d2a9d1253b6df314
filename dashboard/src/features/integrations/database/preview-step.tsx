// The last step: the tasks that real rows would become, and a test of all statements before anything is made.
import type { ConnectionCheck } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Markdown } from '#components/markdown/markdown.tsx'
import { safeLink } from '#components/markdown/safe-link.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { CheckStages } from '../connect/check-stages.tsx'
import { fillText, type Row, rowsOf, textOf } from './row-template.ts'
import type { StepProps } from './step-props.ts'
import { useSample } from './use-sample.ts'
import classes from './wizard.module.css'
import type { Config } from './wizard-steps.ts'

const SHOWN_TASKS = 5

export function PreviewStep({
  provider,
  draft,
  check,
  isTesting,
}: StepProps & { check: ConnectionCheck | undefined; isTesting: boolean }) {
  return (
    <>
      <Tasks config={draft.config} />
      <CheckStages provider={provider.name} check={check} isRunning={isTesting} />
    </>
  )
}

function Tasks({ config }: { config: Config }) {
  const { t } = useTranslation('integrations')
  const sample = useSample(config)
  if (sample.isPending) return <RowSkeleton rows={4} height={56} />
  if (sample.isError) return <Notice live tone="red" title={sample.error.message} />
  const { state, problem, columns, rows, truncated } = sample.data
  if (state !== 'done') {
    return (
      <Notice live tone="amber" title={problem?.message ?? t('source.noSample')}>
        {t('source.noSampleText')}
      </Notice>
    )
  }
  const found = rowsOf(columns, rows)
  return (
    <section className={classes['sample']}>
      <h3>
        {truncated
          ? t('source.becomesMore', { count: found.length })
          : t('source.becomes', { count: found.length })}
      </h3>
      {found.length === 0 && <p className={classes['quiet']}>{t('source.noRows')}</p>}
      <ul className={classes['tasks']}>
        {found.slice(0, SHOWN_TASKS).map((row) => (
          <TaskOfRow key={textOf(row[String(config['key_column'])])} row={row} config={config} />
        ))}
      </ul>
      {found.length > SHOWN_TASKS && (
        <p className={classes['quiet']}>
          {t('source.andMore', { count: found.length - SHOWN_TASKS })}
        </p>
      )}
    </section>
  )
}

function TaskOfRow({ row, config }: { row: Row; config: Config }) {
  const { t } = useTranslation('integrations')
  const text = (name: string): string => fillText(String(config[name] ?? ''), row).trim()
  const link = safeLink(text('link'))
  const title = text('title')
  const description = text('description')
  const isDone = isAmong(config['done_values'], row[String(config['status_column'] ?? '')])
  return (
    <li>
      <StatusIcon stage={isDone ? 'completed' : 'ready'} />
      <div>
        <b>{title === '' ? t('source.noTitle') : title}</b>
        {description !== '' && (
          <div className={classes['description']}>
            <Markdown text={description} />
          </div>
        )}
        <small>
          <code>{textOf(row[String(config['key_column'] ?? '')])}</code>
          {link !== '' && ` · ${link}`}
        </small>
      </div>
    </li>
  )
}

const isAmong = (list: unknown, value: unknown): boolean =>
  textOf(list)
    .split(',')
    .some((one) => one.trim() !== '' && one.trim() === textOf(value))
