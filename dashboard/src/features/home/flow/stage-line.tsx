// The line under the figure of a stage: what it counts, or what of it needs attention.
import type { TaskFlow } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeSpan } from '#lib/span.ts'
import classes from './flow.module.css'
import type { StageName } from './stages.ts'
import type { FlowTexts } from './use-flow-texts.ts'
import type { QueueLevels } from './use-queue-levels.ts'

type Props = { flow: TaskFlow; levels: QueueLevels; texts: FlowTexts }

export function StageLine({ stage, flow, levels, texts }: Props & { stage: StageName }): ReactNode {
  const { t } = useTranslation('home')
  switch (stage) {
    case 'sources':
      return t('flow.lines.sources', { range: texts.range })
    case 'queues':
      return <Oldest flow={flow} levels={levels} />
    case 'working': {
      const { people, agents } = flow.working
      const split = [
        t('flow.lines.people', { count: people }),
        t('flow.lines.agents', { count: agents }),
      ]
      return split.join(', ')
    }
    case 'writing_back':
      return <Waiting flow={flow} texts={texts} />
    case 'confirmed':
      return t('flow.lines.confirmed', { figure: texts.bounded(flow.confirmed.completed) })
  }
}

function Oldest({ flow, levels }: Pick<Props, 'flow' | 'levels'>) {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  if (flow.queues.now.count === 0) return t('flow.lines.noneReady')
  if (levels.oldestMs === undefined) return t('flow.lines.queues')
  const text = t('flow.lines.oldest', { span: describeSpan(levels.oldestMs, common) })
  return levels.late.size > 0 ? <span className={classes['amber']}>{text}</span> : text
}

function Waiting({ flow, texts }: Pick<Props, 'flow' | 'texts'>) {
  const { t } = useTranslation('home')
  const { count, older, rejected, held } = flow.writing_back
  if (count + older === 0) return t('flow.lines.noneWriting')
  return (
    <>
      {count > 0 && rejected + held === 0 && t('flow.lines.writing')}
      {rejected > 0 && (
        <span className={classes['red']}>
          {t('flow.lines.rejected', { figure: texts.print(rejected) })}
        </span>
      )}
      {rejected > 0 && held > 0 && ', '}
      {held > 0 && (
        <span className={classes['amber']}>
          {t('flow.lines.held', { figure: texts.print(held) })}
        </span>
      )}
      {count > 0 && older > 0 && ', '}
      {older > 0 && t('flow.lines.older', { figure: texts.print(older) })}
    </>
  )
}
