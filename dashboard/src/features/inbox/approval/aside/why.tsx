// Why a person has to decide, in words.
import { useQueries } from '@tanstack/react-query'
import type { Approval } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import type { Systems } from '../use-systems.ts'
import { type AgentFlags, type Reason, whyApproval } from '../why-approval.ts'
import classes from './aside.module.css'

export function Why({ approval, systems }: { approval: Approval; systems: Systems }) {
  const { t } = useTranslation('approvals')
  const flags = useAgentFlags(approval)
  const sentenceOf = (reason: Reason): string => {
    if (reason.kind === 'policy') return t('why.policy', { integration: reason.integration })
    if (reason.kind === 'earlier') return t('why.earlier')
    return t(`why.${reason.kind}`, { agent: reason.agent })
  }
  return (
    <section>
      <h2>{t('why.title')}</h2>
      {flags &&
        whyApproval(approval.effects, systems.integrations, flags).map((reason) => (
          <p key={sentenceOf(reason)} className={classes['text']}>
            {sentenceOf(reason)}
          </p>
        ))}
    </section>
  )
}

/** Undefined until all are known; null for an agent that was deleted. */
function useAgentFlags({ effects }: Approval): ReadonlyMap<string, AgentFlags | null> | undefined {
  const names = [...new Set(effects.map(({ agent }) => agent))]
  const found = useQueries({
    queries: names.map((agent) => ({
      queryKey: ['agents', 'flags', agent],
      queryFn: ({ signal }: { signal: AbortSignal }) => readFlags(agent, signal),
    })),
  })
  if (found.some(({ data, isError }) => data === undefined && !isError)) return undefined
  return new Map(
    names.flatMap((name, index) => {
      const data = found[index]?.data
      return data === undefined ? [] : [[name, data] as const]
    }),
  )
}

async function readFlags(agent: string, signal: AbortSignal): Promise<AgentFlags | null> {
  try {
    return (await call('agents.get', { params: { agent }, signal })).body
  } catch (error) {
    if (error instanceof Problem && error.code === 'agent_not_found') return null
    throw error
  }
}
