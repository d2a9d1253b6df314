// The origin of a task and the data that came with it.
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#components/code/code-block.tsx'
import { useActorName } from '#components/marks/actor-mark.tsx'
import { type Fact, Facts } from '#components/surface/facts.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useSourceNames } from '#features/tasks/data/use-source-names.ts'
import { safeAddress } from '../head/safe-address.ts'
import classes from './tabs.module.css'

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

export function SourceRecord({ task }: { task: Task }) {
  const { t } = useTranslation(['task', 'tasks', 'attempts'])
  const sourceOf = useSourceNames()
  const creator = useActorName(task.created_by)
  const address = safeAddress(task.origin.url)
  const optional: [string, string | null][] = [
    [t('task:record.source'), task.source],
    [t('task:record.externalId'), task.external_id ?? task.origin.external_id],
    [t('task:record.integration'), task.origin.integration_id && sourceOf(task)],
  ]
  const facts: Fact[] = [
    { name: t('task:record.origin'), value: t(`tasks:origin.${task.origin.kind}`) },
    ...optional.flatMap(([name, value]) => (value === null ? [] : [{ name, value }])),
    { name: t('task:record.queue'), value: task.queue },
    ...(task.fairness_key === undefined
      ? []
      : [{ name: t('attempts:fairness'), value: task.fairness_key }]),
    { name: t('task:record.createdBy'), value: creator },
    { name: t('task:record.created'), value: <RelativeTime at={task.created_at} /> },
    { name: t('task:record.updated'), value: <RelativeTime at={task.updated_at} /> },
    { name: t('task:record.version'), value: task.version },
  ]
  if (address) {
    const link = (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>
    )
    facts.splice(1, 0, { name: t('task:record.url'), value: link })
  }
  const documents = [
    [t('task:record.fields'), task.fields],
    [t('task:record.input'), task.input],
    [t('attempts:outputSchema'), task.output_schema ?? null],
    [t('task:record.result'), task.result],
  ] as const
  return (
    <div className={classes['tab']}>
      <Facts facts={facts} />
      {documents.map(
        ([name, value]) =>
          !isEmpty(value) && (
            <section key={name}>
              <h3>{name}</h3>
              <CodeBlock text={JSON.stringify(value)} label={name} />
            </section>
          ),
      )}
    </div>
  )
}
