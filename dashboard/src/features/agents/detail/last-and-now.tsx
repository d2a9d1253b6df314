// Last result and current state of an agent.
import { Loader } from '@mantine/core'
import { IconCircleDashed, IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Agent, Run } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { BigFact, FactPair, FactText } from '#components/fact-pair/fact-pair.tsx'
import type { Tone } from '#components/surface/pill.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { isLive, runsQuery } from '#features/runs/run-queries.ts'
import { RunStateIcon } from '#features/runs/run-state.tsx'
import { TaskLink } from '#features/runs/task-link.tsx'
import { HISTORY } from './run-history.tsx'

const ICON = { size: 20, stroke: 2, 'aria-hidden': true } as const

const tones: Partial<Record<Run['state'], Tone>> = {
  completed: 'green',
  failed: 'red',
  expired: 'amber',
}

export function LastAndNow({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const runs = useQuery(runsQuery({ agent: agent.name, limit: HISTORY })).data
  const last = runs
    ?.filter((run) => !isLive(run))
    .toSorted((one, other) => (other.ended_at ?? '').localeCompare(one.ended_at ?? ''))[0]
  return (
    <FactPair>
      {last ? (
        <LastResult run={last} />
      ) : (
        <BigFact
          name={t('last.title')}
          tone="neutral"
          icon={<IconCircleDashed {...ICON} />}
          sentence={t('last.none')}
        >
          <FactText>{t('last.noneText')}</FactText>
        </BigFact>
      )}
      <Now agent={agent} />
    </FactPair>
  )
}

function LastResult({ run }: { run: Run }) {
  const { t } = useTranslation('agents')
  const { t: runs } = useTranslation('runs')
  return (
    <BigFact
      name={t('last.title')}
      tone={tones[run.state] ?? 'neutral'}
      icon={<RunStateIcon state={run.state} size={20} />}
      sentence={
        <span>
          {runs(`state.${run.state}`)}
          {run.ended_at !== null && (
            <>
              {' '}
              <RelativeTime at={run.ended_at} />
            </>
          )}
        </span>
      }
    >
      <div>
        <TaskLink id={run.task_id} />
      </div>
    </BigFact>
  )
}

function Now({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const { working_runs: working, parked_runs: parked, concurrency } = agent
  const parts = [
    working > 0 && t('workingRuns', { count: working }),
    parked > 0 && t('parkedRuns', { count: parked }),
  ].filter((part) => part !== false)
  const icon =
    agent.state === 'paused' ? (
      <IconPlayerPause {...ICON} />
    ) : working > 0 ? (
      <Loader size={18} aria-hidden="true" />
    ) : (
      <IconCircleDashed {...ICON} />
    )
  const isFull = concurrency !== null && working >= concurrency
  return (
    <BigFact
      name={t('now.title')}
      tone={working > 0 ? 'accent' : 'neutral'}
      icon={icon}
      sentence={parts.length > 0 ? parts.join(', ') : t('now.none')}
    >
      <FactText>
        {isFull
          ? t('now.full', { count: concurrency })
          : agent.state === 'paused'
            ? t('now.paused')
            : t('now.free')}
      </FactText>
    </BigFact>
  )
}
