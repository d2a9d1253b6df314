// The ribbons between the nodes, with comets where tasks moved in the last minute and dots where they cannot.
import type { TaskFlow } from '@task-service/contract'
import { useMemo } from 'react'
import classes from './flow.module.css'
import {
  BODY_HEIGHT,
  type Column,
  cometsOf,
  type GapStream,
  NODE_HEIGHT,
  NODE_PITCH,
  type Ribbon,
  ribbonsOf,
} from './layout.ts'
import { blockagesOf, type Focus, isStreamOf } from './stages.ts'
import { useIsMoving } from './use-is-moving.ts'

const CONFIRMED_GAP = 3

export function FlowStreams({
  flow,
  streams,
  columns,
  focus,
  width,
  onFocus,
}: {
  flow: TaskFlow
  streams: readonly GapStream[]
  columns: readonly Column[]
  focus: Focus | undefined
  width: number
  onFocus: (focus: Focus | undefined) => void
}) {
  const isMoving = useIsMoving(flow)
  const ribbons = useMemo(() => ribbonsOf(streams, columns), [streams, columns])
  const noOrigin = flow.confirmed.nodes.findIndex(({ kind }) => kind === 'no_origin')
  const toneOf = ({ gap, from }: GapStream) => {
    if (gap < CONFIRMED_GAP) return 'moving'
    return from === noOrigin ? 'neutral' : 'confirmed'
  }
  return (
    <svg
      className={classes['streams']}
      width={width}
      height={BODY_HEIGHT}
      viewBox={`0 0 ${width} ${BODY_HEIGHT}`}
      aria-hidden="true"
    >
      {ribbons.map((ribbon) => {
        const { gap, from, to } = ribbon
        return (
          <g
            key={`${gap} ${from} ${to}`}
            className={classes['stream']}
            data-tone={toneOf(ribbon)}
            data-stream={`${gap}-${from}-${to}`}
            data-count={ribbon.count}
            data-dimmed={(focus && !isStreamOf(ribbon, focus)) || undefined}
            onPointerEnter={() => onFocus({ kind: 'stream', gap, from, to })}
            onPointerLeave={() => onFocus(undefined)}
          >
            <path className={classes['ribbon']} d={ribbon.path} strokeWidth={ribbon.thickness} />
            <path className={classes['thread']} d={ribbon.path} />
            {isMoving && <Comets ribbon={ribbon} />}
          </g>
        )
      })}
      <Blockages flow={flow} columns={columns} focus={focus} />
    </svg>
  )
}

function Comets({ ribbon }: { ribbon: Ribbon }) {
  const { count, seconds } = cometsOf(ribbon.recent)
  return Array.from({ length: count }, (_, index) => (
    <circle key={index} className={classes['comet']} r="2.25">
      <animateMotion
        path={ribbon.path}
        dur={`${seconds.toFixed(2)}s`}
        begin={`${((-seconds * index) / count).toFixed(2)}s`}
        repeatCount="indefinite"
      />
    </circle>
  ))
}

/** Dots that do not move, from a write-back to where it would be confirmed. */
function Blockages({
  flow,
  columns,
  focus,
}: {
  flow: TaskFlow
  columns: readonly Column[]
  focus: Focus | undefined
}) {
  const [left, right] = [columns[CONFIRMED_GAP], columns[CONFIRMED_GAP + 1]]
  if (!left || !right) return null
  return blockagesOf(flow).map(({ place, tone }) => {
    const y = place * NODE_PITCH + NODE_HEIGHT / 2
    const ends = { gap: CONFIRMED_GAP, from: place, to: place }
    return (
      <g
        key={place}
        data-blockage={tone}
        data-dimmed={(focus && !isStreamOf(ends, focus)) || undefined}
        className={classes['blockage']}
      >
        <rect x={left.x + left.width} y={y - 9} width={right.x - left.x - left.width} height="18" />
        <line x1={left.x + left.width + 2} x2={right.x - 2} y1={y} y2={y} />
      </g>
    )
  })
}
