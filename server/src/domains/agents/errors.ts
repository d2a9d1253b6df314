// Errors of agents, as constructors.
import { AGENT_TOKENS_MAX, AGENTS_MAX } from '@task-service/contract'
import { encodeId } from '#lib/ids.ts'
import { Problem } from '#lib/problem.ts'

export function agentNotFound(): Problem {
  return new Problem('agent_not_found')
}

export function agentTokenNotFound(): Problem {
  return new Problem('agent_token_not_found')
}

export function agentNameTaken(name: string, existing: string): Problem {
  const detail = `An agent named ${JSON.stringify(name)} already exists. Choose another name, or update the existing agent.`
  return new Problem('agent_name_taken', detail, {
    details: { existing_id: encodeId('agent', existing) },
  })
}

export function agentLimitReached(): Problem {
  return new Problem(
    'agent_limit_reached',
    `This tenant has the maximum of ${AGENTS_MAX} agents. Delete an unused agent.`,
  )
}

export function agentTokenLimitReached(): Problem {
  return new Problem(
    'agent_token_limit_reached',
    `This agent has the maximum of ${AGENT_TOKENS_MAX} valid tokens. Revoke one, then create a new one.`,
  )
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the agent is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}
