// The files of one feature of the dashboard that another may import, and why. Everything else of a feature is its own.
import type { SiblingEdge } from '../rule-types.ts'

// The graph is acyclic. What a third feature needs moves into dashboard/src/components or lib.
export const featureEdges: readonly SiblingEdge[] = [
  {
    from: 'agents',
    to: 'runs',
    files: ['run-card.tsx', 'run-facts.tsx', 'run-queries.ts', 'run-state.tsx', 'task-link.tsx'],
    why: 'an agent is shown with its runs',
  },
  {
    from: 'agents',
    to: 'queues',
    files: ['queue-queries.ts'],
    why: 'the form of an agent suggests the existing queues',
  },
  {
    from: 'home',
    to: 'queues',
    files: ['queue-level.ts', 'queue-queries.ts'],
    why: 'a card of the home screen lists the fullest queues with their targets',
  },
  {
    from: 'inbox',
    to: 'runs',
    files: ['progress-of.ts', 'task-link.tsx'],
    why: 'a question belongs to a run and to its task',
  },
  {
    from: 'inbox',
    to: 'integrations',
    files: ['integration-queries.ts', 'integrations-query.ts', 'mapping/field-words.ts'],
    why: 'an approval names the external systems, and their fields as the mapping does',
  },
  {
    from: 'integrations',
    to: 'connectors',
    files: ['connector-queries.ts', 'connector-state.tsx', 'engine-names.ts', 'result-table.tsx'],
    why: 'a database is connected through a connector, which is chosen by its state and shows sample rows',
  },
  {
    from: 'settings',
    to: 'agents',
    files: ['agent-queries.ts'],
    why: 'the audit log is filtered by the agent that caused effects',
  },
  {
    from: 'settings',
    to: 'integrations',
    files: ['integrations-query.ts'],
    why: 'the audit log shows integrations by name',
  },
  {
    from: 'tasks',
    to: 'agents',
    files: ['agent-queries.ts'],
    why: 'a task is delegated to an agent, which is chosen from the list of agents',
  },
  {
    from: 'tasks',
    to: 'queues',
    files: ['queue-queries.ts'],
    why: 'a task is moved to a queue, which is chosen from the list of queues',
  },
  {
    from: 'tasks',
    to: 'inbox',
    files: [
      'approval/approval-queries.ts',
      'preview/answer-text.ts',
      'question-queries.ts',
      'question-state.tsx',
    ],
    why: 'a task shows the questions and approvals about it and links to them',
  },
  {
    from: 'tasks',
    to: 'integrations',
    files: [
      'conflicts/conflict-list.tsx',
      'conflicts/row-conflict.tsx',
      'integrations-query.ts',
      'mapping/field-words.ts',
    ],
    why: 'a task names the integration it came from and offers to resolve its conflicts',
  },
  {
    from: 'tasks',
    to: 'runs',
    files: [
      'plan-steps.tsx',
      'progress-of.ts',
      'run-facts.tsx',
      'run-queries.ts',
      'run-state.tsx',
      'stop-button.tsx',
    ],
    why: 'a task shows the run of its agent and all attempts',
  },
  {
    from: 'tasks',
    to: 'webhooks',
    files: [
      'deliveries/delivery-queries.ts',
      'deliveries/row/delivery-row.tsx',
      'webhook-queries.ts',
    ],
    why: 'a task lists the deliveries of its events',
  },
]
