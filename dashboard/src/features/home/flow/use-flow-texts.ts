// What the flow says about a stage, a node or a stream, on the screen, in tooltips and to screen readers.
import type { FlowNode, TaskFlow } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { type Blockage, STAGE_NAMES, type Stage, type StageName, type StageNode } from './stages.ts'

const HOUR_MS = 3_600_000

export type FlowTexts = ReturnType<typeof useFlowTexts>

export function useFlowTexts(flow: TaskFlow) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  return useMemo(() => {
    const range = t(`ranges.${flow.range}`)
    const print = (count: number) => count.toLocaleString(locale)
    const bounded = ({ count, is_at_least: isMore }: { count: number; is_at_least: boolean }) =>
      `${print(count)}${isMore ? '+' : ''}`
    const nameOf = (node: FlowNode): string => {
      if (node.kind === 'more') return t('flow.nodes.more', { count: Number(node.name) })
      if (node.kind === 'api' || node.kind === 'people' || node.kind === 'no_origin')
        return t(`flow.nodes.${node.kind}`)
      return node.name === '' ? t('flow.nodes.deleted') : node.name
    }
    const meaningOf = (node: StageNode, stage: StageName): string[] => {
      const isOutside = node.kind === 'no_origin' && stage === 'confirmed'
      return [
        t(`flow.says.${isOutside ? 'no_origin' : stage}`, { count: node.count, range }),
        ...(node.rejected > 0 ? [t('flow.says.rejected', { count: node.rejected })] : []),
        ...(node.held > 0 ? [t('flow.says.held', { count: node.held })] : []),
      ]
    }
    return {
      print,
      bounded,
      range,
      nameOf,
      meaningOf,
      hour: hourText(flow, locale),
      stageName: (stage: StageName) => t(`flow.stages.${stage}`),
      figureOf: (stage: StageName): string =>
        ({
          sources: bounded(flow.sources.count),
          queues: bounded(flow.queues.now),
          working: bounded(flow.working.now),
          writing_back: print(flow.writing_back.count),
          confirmed: print(flow.confirmed.count),
        })[stage],
      streamName: (from: FlowNode, to: FlowNode) =>
        t('flow.streamName', { from: nameOf(from), to: nameOf(to) }),
      moved: ({ count, recent }: { count: number; recent: number }) => [
        t('flow.says.stream', { count, range }),
        ...(recent > 0 ? [t('flow.says.recent', { count: recent })] : []),
      ],
      blocked: ({ tone, count }: Blockage) => t(`flow.says.${tone}`, { count }),
      sum: t('flow.sum', {
        confirmed: print(flow.confirmed.count),
        without: print(flow.confirmed.without_origin),
        writing: print(flow.writing_back.count),
        completed: bounded(flow.confirmed.completed),
      }),
    }
  }, [t, locale, flow])
}

/** In the time zone in which the hour begins. */
function hourText({ rates, time_zone: timeZone }: TaskFlow, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
  const start = Date.parse(rates.hour_start)
  return `${format.format(start)}–${format.format(start + HOUR_MS)}`
}

export const RATES = ['created', 'claimed', 'completed', 'confirmed'] as const

/** The nodes at both ends of a stream. */
export function endsOf(
  stages: readonly Stage[],
  { gap, from, to }: { gap: number; from: number; to: number },
): [StageNode, StageNode] | undefined {
  const ends = [stages[gap]?.nodes[from], stages[gap + 1]?.nodes[to]]
  return ends[0] && ends[1] ? [ends[0], ends[1]] : undefined
}

export const stageAt = (stages: readonly Stage[], place: number): StageName =>
  stages[place]?.name ?? STAGE_NAMES[0]
