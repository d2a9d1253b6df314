// The flow as a graph: stages, the rates between them, nodes, and ribbons with comets. What is pointed at dims the rest.
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './flow.module.css'
import type { FlowParts } from './flow-parts.ts'
import { FlowStreams } from './flow-streams.tsx'
import { FlowTip, tipOf } from './flow-tip.tsx'
import { BODY_HEIGHT, type Column, columnsOf, NODE_HEIGHT, NODE_PITCH } from './layout.ts'
import { NodeMark, StageMark } from './marks.tsx'
import { StageLine } from './stage-line.tsx'
import { type Focus, gapStreamsOf, isStreamOf, type Stage, type StageNode } from './stages.ts'
import { type FlowTexts, RATES } from './use-flow-texts.ts'

export function FlowGraph({ flow, stages, levels, texts, width }: FlowParts & { width: number }) {
  const [focus, setFocus] = useState<Focus>()
  const columns = useMemo(() => columnsOf(width), [width])
  const streams = useMemo(() => gapStreamsOf(flow), [flow])
  const point = (next: Focus) => ({
    onPointerEnter: () => setFocus(next),
    onPointerLeave: () => setFocus(undefined),
    onFocus: () => setFocus(next),
    onBlur: () => setFocus(undefined),
  })
  const isLit = (stage: number, place: number): boolean => {
    if (!focus) return true
    if (focus.kind === 'stage') return focus.stage === stage || Math.abs(focus.stage - stage) === 1
    if (focus.kind === 'node' && focus.stage === stage && focus.place === place) return true
    const node = { kind: 'node', stage, place } as const
    return streams.some((one) => isStreamOf(one, focus) && isStreamOf(one, node))
  }
  return (
    <div className={classes['graph']} data-flow="graph">
      <div className={classes['stages']}>
        {stages.map((stage, index) => (
          <StageHead
            key={stage.name}
            {...{ stage, flow, levels, texts }}
            column={columns[index]}
            {...point({ kind: 'stage', stage: index })}
          />
        ))}
        {RATES.map((rate, gap) => (
          <Rate
            key={rate}
            rate={rate}
            count={flow.rates[rate]}
            texts={texts}
            {...gapOf(columns, gap)}
          />
        ))}
      </div>
      <div className={classes['body']} style={{ height: BODY_HEIGHT }}>
        <FlowStreams {...{ flow, streams, columns, focus, width }} onFocus={setFocus} />
        {stages.map((stage, index) =>
          stage.nodes.map((node, place) => (
            <Node
              key={`${stage.name} ${node.kind} ${node.id}`}
              {...{ stage, node, place, texts }}
              column={columns[index]}
              isDimmed={!isLit(index, place)}
              {...point({ kind: 'node', stage: index, place })}
            />
          )),
        )}
        <FlowTip tip={focus && tipOf({ flow, stages, texts, columns, focus })} width={width} />
      </div>
    </div>
  )
}

type Pointed = {
  onPointerEnter: () => void
  onPointerLeave: () => void
  onFocus: () => void
  onBlur: () => void
}

type Placed = { column: Column | undefined }

const gapOf = (columns: readonly Column[], gap: number) => {
  const [left, right] = [columns[gap], columns[gap + 1]]
  const start = left ? left.x + left.width : 0
  return { start, end: right?.x ?? start }
}

function StageHead({
  stage,
  column,
  flow,
  levels,
  texts,
  ...pointed
}: Omit<FlowParts, 'stages'> & Placed & Pointed & { stage: Stage }) {
  return (
    <Link
      {...stage.target}
      {...pointed}
      className={classes['stage']}
      data-stage={stage.name}
      style={{ left: column?.x ?? 0 }}
    >
      <span className={classes['name']}>
        <StageMark stage={stage.name} />
        {texts.stageName(stage.name)}
      </span>
      <b className={classes['figure']}>{texts.figureOf(stage.name)}</b>
      <span className={classes['line']}>
        <StageLine stage={stage.name} {...{ flow, levels, texts }} />
      </span>
    </Link>
  )
}

function Rate({
  rate,
  count,
  texts,
  start,
  end,
}: {
  rate: (typeof RATES)[number]
  count: number
  texts: FlowTexts
  start: number
  end: number
}) {
  const { t } = useTranslation('home')
  return (
    <span className={classes['rate']} data-rate={rate} style={{ left: start, width: end - start }}>
      <b>{t('flow.perHour', { figure: texts.print(count) })}</b>
      <i aria-hidden="true" />
      {t(`flow.rate.${rate}`)}
    </span>
  )
}

function Node({
  stage,
  node,
  place,
  column,
  isDimmed,
  texts,
  ...pointed
}: Placed &
  Pointed & { stage: Stage; node: StageNode; place: number; isDimmed: boolean; texts: FlowTexts }) {
  const name = texts.nameOf(node)
  const label = `${texts.stageName(stage.name)}, ${name}: ${texts.meaningOf(node, stage.name).join(', ')}`
  const shared = {
    className: classes['node'],
    'data-tone': node.tone,
    'data-stage': stage.name,
    'data-dimmed': isDimmed || undefined,
    style: {
      left: column?.x ?? 0,
      width: column?.width,
      top: place * NODE_PITCH,
      height: NODE_HEIGHT,
    },
    'aria-label': label,
    ...pointed,
  }
  const inside = (
    <>
      <NodeMark node={node} name={name} />
      {/* The space keeps name and figure two words, as in the label. */}
      <span className={classes['nodeName']}>{name}</span> <b>{texts.print(node.count)}</b>
    </>
  )
  if (node.target) {
    return (
      <Link {...node.target} {...shared}>
        {inside}
      </Link>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip must be reachable by keyboard
    <span {...shared} role="img" tabIndex={0}>
      {inside}
    </span>
  )
}
