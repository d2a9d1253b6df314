// The tooltip of the flow: what a node or a stream stands for.
import classes from './flow.module.css'
import type { FlowParts } from './flow-parts.ts'
import { type Column, NODE_HEIGHT, NODE_PITCH } from './layout.ts'
import { type Focus, gapStreamsOf, isStreamOf } from './stages.ts'
import { endsOf } from './use-flow-texts.ts'

export type Tip = { title: string; lines: readonly string[]; x: number; y: number }

/** Stages say everything themselves. */
export function tipOf({
  flow,
  stages,
  texts,
  columns,
  focus,
}: Omit<FlowParts, 'levels'> & { columns: readonly Column[]; focus: Focus }): Tip | undefined {
  if (focus.kind === 'stage') return undefined
  if (focus.kind === 'node') {
    const stage = stages[focus.stage]
    const node = stage?.nodes[focus.place]
    const column = columns[focus.stage]
    if (!stage || !node || !column) return undefined
    const sum = stage.name === 'confirmed' ? [texts.sum] : []
    return {
      title: texts.nameOf(node),
      lines: [...texts.meaningOf(node, stage.name), ...sum],
      x: column.x + column.width / 2,
      y: focus.place * NODE_PITCH + NODE_HEIGHT,
    }
  }
  const ends = endsOf(stages, focus)
  const stream = gapStreamsOf(flow).find((one) => isStreamOf(one, focus))
  const [left, right] = [columns[focus.gap], columns[focus.gap + 1]]
  if (!ends || !stream || !left || !right) return undefined
  return {
    title: texts.streamName(...ends),
    lines: texts.moved(stream),
    x: (left.x + left.width + right.x) / 2,
    y: ((focus.from + focus.to) / 2) * NODE_PITCH + NODE_HEIGHT,
  }
}

const WIDTH = 232
const EDGE = 4

export function FlowTip({ tip, width }: { tip: Tip | undefined; width: number }) {
  if (!tip) return null
  const left = Math.min(Math.max(EDGE, tip.x - WIDTH / 2), width - WIDTH - EDGE)
  return (
    <div
      className={classes['tip']}
      data-tip
      aria-hidden="true"
      style={{ left, top: tip.y + 6, width: WIDTH }}
    >
      <b>{tip.title}</b>
      {tip.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}
