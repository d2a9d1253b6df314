// The marks of stages and nodes; vendors have a neutral monogram.
import { IconApi, IconDots, IconLogin2, IconMinus, IconRobot, IconUsers } from '@tabler/icons-react'
import type { FlowNode } from '@task-service/contract'
import type { ReactNode } from 'react'
import { Monogram } from '#components/marks/monogram.tsx'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import classes from './flow.module.css'
import type { StageName } from './stages.ts'

const stageMarks = {
  queues: 'ready',
  working: 'in_progress',
  writing_back: 'pushing',
  confirmed: 'completed',
} as const

/** The word stands beside it. */
export function StageMark({ stage }: { stage: StageName }) {
  return (
    <span className={classes['mark']} aria-hidden="true">
      {stage === 'sources' ? (
        <IconLogin2 size={16} stroke={1.75} />
      ) : (
        <StatusIcon stage={stageMarks[stage]} />
      )}
    </span>
  )
}

const ICON = { size: 12, stroke: 1.75 } as const

const icons: Partial<Record<FlowNode['kind'], ReactNode>> = {
  agent: <IconRobot {...ICON} />,
  people: <IconUsers {...ICON} />,
  api: <IconApi {...ICON} />,
  no_origin: <IconMinus {...ICON} />,
  more: <IconDots {...ICON} />,
}

export function NodeMark({ node: { kind }, name }: { node: FlowNode; name: string }) {
  if (kind === 'queue') return null
  const icon = icons[kind]
  if (!icon) return <Monogram name={name} size="small" />
  return (
    <span
      className={classes['badge']}
      data-agent={kind === 'agent' || undefined}
      aria-hidden="true"
    >
      {icon}
    </span>
  )
}
