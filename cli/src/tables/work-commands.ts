// Integrations, connectors, agents, queues and runs.
import type { CommandSpec } from '#cli/program/command-spec.ts'
import { limitOptions } from './shared-options.ts'

const loadIntegrations = () => import('#cli/commands/integrations/integrations.ts')
const loadConnectors = () => import('#cli/commands/integrations/connectors.ts')
const loadAgents = () => import('#cli/commands/agents/agents.ts')
const loadRuns = () => import('#cli/commands/agents/runs.ts')

export const workCommands: readonly CommandSpec[] = [
  {
    name: 'integrations list',
    summary: 'List integrations with their state.',
    options: limitOptions,
    json: 'document',
    examples: ['tasks integrations list'],
    load: async () => (await loadIntegrations()).integrationsList,
  },
  {
    name: 'integrations show',
    args: '<integration>',
    summary: 'Show an integration, its last sync and its errors.',
    details: 'By ID, or by name if it is unique.',
    json: 'document',
    examples: ['tasks integrations show Redmine'],
    load: async () => (await loadIntegrations()).integrationsShow,
  },
  {
    name: 'integrations sync',
    args: '<integration>',
    summary: 'Start a sync.',
    options: [
      { flags: '--full', text: 'sync everything, not only changes' },
      { flags: '--follow', text: 'show the progress until the sync has ended' },
    ],
    json: 'document',
    examples: [
      'tasks integrations sync Redmine --follow',
      'tasks integrations sync Redmine --full',
    ],
    load: async () => (await import('#cli/commands/integrations/sync.ts')).sync,
  },
  {
    name: 'connectors list',
    summary: 'List connectors with their state.',
    options: limitOptions,
    json: 'document',
    examples: ['tasks connectors list'],
    load: async () => (await loadConnectors()).connectorsList,
  },
  {
    name: 'connectors show',
    args: '<connector>',
    summary: 'Show a connector and its databases.',
    details: 'By ID, or by name.',
    json: 'document',
    examples: ['tasks connectors show warehouse'],
    load: async () => (await loadConnectors()).connectorsShow,
  },
  {
    name: 'agents list',
    summary: 'List agents with their state.',
    options: limitOptions,
    json: 'document',
    examples: ['tasks agents list'],
    load: async () => (await loadAgents()).agentsList,
  },
  {
    name: 'agents show',
    args: '<agent>',
    summary: 'Show an agent, its budgets and what it used today.',
    json: 'document',
    examples: ['tasks agents show gardener'],
    load: async () => (await loadAgents()).agentsShow,
  },
  {
    name: 'agents pause',
    args: '<agent>',
    summary: 'Pause an agent: it cannot claim tasks, and its runs are stopped.',
    json: 'document',
    examples: ['tasks agents pause gardener'],
    load: async () => (await loadAgents()).agentsPause,
  },
  {
    name: 'agents resume',
    args: '<agent>',
    summary: 'Resume a paused agent.',
    json: 'document',
    examples: ['tasks agents resume gardener'],
    load: async () => (await loadAgents()).agentsResume,
  },
  {
    name: 'queues list',
    summary: 'List queues with their depth.',
    options: limitOptions,
    json: 'document',
    examples: ['tasks queues list'],
    load: async () => (await import('#cli/commands/agents/queues.ts')).queuesList,
  },
  {
    name: 'runs list',
    summary: 'List runs of agents.',
    options: [
      { flags: '--task <task>', text: 'of this task' },
      { flags: '--agent <name>', text: 'of this agent' },
      { flags: '-q, --queue <queue>', text: 'of this queue' },
      {
        flags: '-s, --state <state>',
        text: 'in any of these states',
        choices: ['working', 'parked', 'completed', 'failed', 'released', 'expired', 'canceled'],
        isList: true,
      },
      ...limitOptions,
    ],
    json: 'document',
    examples: ['tasks runs list --state working', 'tasks runs list --task T-142'],
    load: async () => (await loadRuns()).runsList,
  },
  {
    name: 'runs show',
    args: '<run>',
    summary: 'Show a run, its progress and its plan.',
    json: 'document',
    examples: ['tasks runs show run_019301a2b3c47d5e8f90a1b2c3d4e5f6'],
    load: async () => (await loadRuns()).runsShow,
  },
]
