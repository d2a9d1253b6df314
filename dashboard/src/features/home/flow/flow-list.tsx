// The flow where there is no room for a graph: the stages below each other, with the rates between them.
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './flow.module.css'
import type { FlowParts } from './flow-parts.ts'
import { cometsOf } from './layout.ts'
import { StageMark } from './marks.tsx'
import { StageLine } from './stage-line.tsx'
import { blockagesOf, gapStreamsOf } from './stages.ts'
import { RATES } from './use-flow-texts.ts'
import { useIsMoving } from './use-is-moving.ts'

const LAST_GAP = RATES.length - 1

export function FlowList({ flow, stages, levels, texts }: FlowParts) {
  const { t } = useTranslation('home')
  return (
    <div className={classes['list']} data-flow="list">
      {stages.map((stage, index) => {
        const rate = RATES[index]
        return (
          <Fragment key={stage.name}>
            <Link {...stage.target} className={classes['item']} data-stage={stage.name}>
              <StageMark stage={stage.name} />
              <span className={classes['itemText']}>
                <b>{texts.stageName(stage.name)}</b>
                <small>
                  <StageLine stage={stage.name} {...{ flow, levels, texts }} />
                </small>
              </span>
              <b className={classes['figure']}>{texts.figureOf(stage.name)}</b>
              <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
            </Link>
            {rate && (
              <span className={classes['between']} data-rate={rate}>
                <ShortStreams flow={flow} gap={index} />
                {t('flow.perHour', { figure: texts.print(flow.rates[rate]) })}{' '}
                {t(`flow.rate.${rate}`)}
              </span>
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

const HEIGHT = 32
const LANES = [4, 12, 20] as const

/** Three lanes, which stand for all streams of the gap. */
function ShortStreams({ flow, gap }: Pick<FlowParts, 'flow'> & { gap: number }) {
  const isMoving = useIsMoving(flow)
  const streams = gapStreamsOf(flow).filter((stream) => stream.gap === gap)
  const recent = streams.reduce((sum, one) => sum + one.recent, 0)
  const { count, seconds } = cometsOf(recent)
  const tones = gap === LAST_GAP ? blockagesOf(flow).map(({ tone }) => tone) : []
  return (
    <svg width="24" height={HEIGHT} viewBox={`0 0 24 ${HEIGHT}`} aria-hidden="true">
      {LANES.map((x, lane) => {
        const tone = tones[lane] ?? (gap === LAST_GAP ? 'confirmed' : 'moving')
        return (
          <g
            key={x}
            className={classes['lane']}
            data-tone={tone}
            data-used={streams.length > 0 || undefined}
          >
            <line x1={x} x2={x} y1="1" y2={HEIGHT - 1} />
            {isMoving && lane < count && tones[lane] === undefined && (
              <circle className={classes['comet']} r="2">
                <animateMotion
                  path={`M${x},0V${HEIGHT}`}
                  dur={`${(seconds * 0.6).toFixed(2)}s`}
                  begin={`${(-seconds * lane * 0.2).toFixed(2)}s`}
                  repeatCount="indefinite"
                />
              </circle>
            )}
          </g>
        )
      })}
    </svg>
  )
}
