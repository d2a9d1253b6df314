// The marks of stages and nodes; vendors have a neutral monogram.
import { IconApi, IconDots, IconLogin2, IconMinus, IconRobot, IconUsers } from '@tabler/icons-react'
import type { FlowNode } from '@task-service/contract'
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

export function NodeMark({ node, name }: { node: FlowNode; name: string }) {
  if (node.kind === 'queue') return null
  return (
    <span
      className={classes['badge']}
      data-agent={node.kind === 'agent' || undefined}
      aria-hidden="true"
    >
      <Inside node={node} name={name} />
    </span>
  )
}

function Inside({ node, name }: { node: FlowNode; name: string }) {
  switch (node.kind) {
    case 'agent':
      return <IconRobot {...ICON} />
    case 'people':
      return <IconUsers {...ICON} />
    case 'api':
      return <IconApi {...ICON} />
    case 'no_origin':
      return <IconMinus {...ICON} />
    case 'more':
      return <IconDots {...ICON} />
    default:
      // As generated content it is not part of the text that the label of its node has to contain.
      return <span className={classes['letters']} data-letters={monogramOf(name)} />
  }
}

/** The first letter and the next one that is a capital or begins a word, otherwise the second: HubSpot is Hs. */
export function monogramOf(name: string): string {
  const [first = '', ...rest] = name.replaceAll(/[^\p{L}\p{N} ]/gu, ' ').trim()
  const next = /(?:\s\p{L}|\p{Lu})/u.exec(rest.join(''))?.[0].trim() ?? rest[0] ?? ''
  return first.toUpperCase() + next.toLowerCase()
}
