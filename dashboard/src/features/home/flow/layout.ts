// Where the nodes of the flow stand, and the ribbons between them: wider screens widen the gaps only.
import type { FlowStream } from '@task-service/contract'

export const NODE_HEIGHT = 27
export const NODE_PITCH = 34
export const MOST_NODES = 5
export const BODY_HEIGHT = (MOST_NODES - 1) * NODE_PITCH + NODE_HEIGHT + 1

/** Of the five stages, where there is room. */
const WIDTHS = [142, 102, 128, 140, 144] as const
const LEAST_GAP = 60
const LEAST_SCALE = 0.82
const ALL = WIDTHS.reduce((sum, width) => sum + width, 0)
const GAPS = WIDTHS.length - 1

/** Below it the stages are a list. */
export const LEAST_WIDTH = Math.ceil(ALL * LEAST_SCALE + GAPS * LEAST_GAP)

export type Column = { x: number; width: number }

export function columnsOf(width: number): Column[] {
  const scale = Math.min(1, (width - GAPS * LEAST_GAP) / ALL)
  const gap = (width - ALL * scale) / GAPS
  let x = 0
  return WIDTHS.map((full) => {
    const column = { x, width: full * scale }
    x += column.width + gap
    return column
  })
}

/** A stream between a node of stage `gap` and one of the next stage. */
export type GapStream = FlowStream & { gap: number }

export type Ribbon = GapStream & { path: string; thickness: number }

const MOST_THICKNESS = 22
const LEAST_THICKNESS = 1

type Side = 'from' | 'to'
const keyOf = (stream: GapStream, side: Side) => `${stream.gap} ${side} ${stream[side]}`

function sumSides(streams: readonly GapStream[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const stream of streams) {
    for (const side of ['from', 'to'] as const) {
      const key = keyOf(stream, side)
      sums.set(key, (sums.get(key) ?? 0) + stream.count)
    }
  }
  return sums
}

const middleOf = (place: number) => place * NODE_PITCH + NODE_HEIGHT / 2

/** One scale for all gaps, so that a ribbon as thick as another stands for as many tasks. */
export function ribbonsOf(streams: readonly GapStream[], columns: readonly Column[]): Ribbon[] {
  const sums = sumSides(streams)
  const most = Math.max(1, ...sums.values())
  const thicknessOf = (count: number) => Math.max(LEAST_THICKNESS, (count / most) * MOST_THICKNESS)
  const used = new Map<string, number>()
  /** Ribbons of a node lie below each other, around its middle. */
  const take = (stream: GapStream, side: Side): number => {
    const key = keyOf(stream, side)
    const whole = ((sums.get(key) ?? 0) / most) * MOST_THICKNESS
    const before = used.get(key) ?? 0
    const share = (stream.count / most) * MOST_THICKNESS
    used.set(key, before + share)
    return middleOf(stream[side]) - whole / 2 + before + share / 2
  }
  const ordered = streams.toSorted((a, b) => a.gap - b.gap || a.from - b.from || a.to - b.to)
  const starts = new Map(ordered.map((stream) => [stream, take(stream, 'from')]))
  const byEnd = ordered.toSorted((a, b) => a.gap - b.gap || a.to - b.to || a.from - b.from)
  const ends = new Map(byEnd.map((stream) => [stream, take(stream, 'to')]))
  return ordered.map((stream) => {
    const [left, right] = [columns[stream.gap], columns[stream.gap + 1]]
    const x0 = left ? left.x + left.width : 0
    const x1 = right?.x ?? 0
    return {
      ...stream,
      thickness: thicknessOf(stream.count),
      path: curve(x0, starts.get(stream) ?? 0, x1, ends.get(stream) ?? 0),
    }
  })
}

const short = (value: number) => value.toFixed(1)

export function curve(x0: number, y0: number, x1: number, y1: number): string {
  const middle = (x0 + x1) / 2
  return `M${short(x0)},${short(y0)}C${short(middle)},${short(y0)} ${short(middle)},${short(y1)} ${short(x1)},${short(y1)}`
}

const SLOWEST_S = 5.5
const FASTEST_S = 1.6
const MOST_COMETS = 3

/** The more moved in the last minute, the faster and the more of them, up to a limit. */
export function cometsOf(recent: number): { count: number; seconds: number } {
  return {
    count: Math.min(MOST_COMETS, recent),
    seconds: Math.max(FASTEST_S, SLOWEST_S - Math.log2(recent + 1) * 0.8),
  }
}
