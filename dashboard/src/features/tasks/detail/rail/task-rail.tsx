// Everything about a task that is a value: its properties, its source, and its dates.
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { fieldsQuery, isOpenField } from '#api/fields.ts'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { useActorName } from '#components/marks/actor-mark.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { SourceBlock } from '../source/source-block.tsx'
import { CustomFields } from './custom-fields.tsx'
import { PropertyRows } from './property-rows.tsx'
import classes from './rail.module.css'
import { RailSection } from './rail-section.tsx'

export function TaskRail({ task, onFix }: { task: Task; onFix: () => void }) {
  const { t } = useTranslation('detail')
  return (
    <aside className={classes['rail']} aria-label={t('rail')}>
      <RailSections task={task} onFix={onFix} />
    </aside>
  )
}

/** Also in the sheet of a phone. */
export function RailSections({ task, onFix }: { task: Task; onFix: () => void }) {
  const { t } = useTranslation(['detail', 'fields'])
  const fields = useQuery(fieldsQuery)
  const open = fields.data?.filter(isOpenField) ?? []
  return (
    <>
      <RailSection>
        <PropertyRows task={task} />
      </RailSection>
      {open.length > 0 && (
        <RailSection title={t('fields:title')}>
          <CustomFields task={task} fields={open} />
        </RailSection>
      )}
      {/* Not before it is known what stands above. */}
      {!fields.isLoading && (
        <>
          <RailSection title={t('detail:source.title')}>
            <SourceBlock task={task} onFix={onFix} />
          </RailSection>
          <RailSection>
            <TaskFacts task={task} />
          </RailSection>
        </>
      )}
    </>
  )
}

function TaskFacts({ task }: { task: Task }) {
  const { t } = useTranslation(['detail', 'task'])
  const creator = useActorName(task.created_by)
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{t('detail:created')}</dt>
        <dd>
          <RelativeTime at={task.created_at} />
          <span>{t('detail:by', { name: creator })}</span>
        </dd>
      </div>
      <div>
        <dt>{t('detail:updated')}</dt>
        <dd>
          <RelativeTime at={task.updated_at} />
        </dd>
      </div>
      <div>
        <dt>{t('detail:id')}</dt>
        <dd>
          <code>{task.id}</code>
          <CopyIcon text={task.id} label={t('task:copyId')} />
        </dd>
      </div>
    </dl>
  )
}
