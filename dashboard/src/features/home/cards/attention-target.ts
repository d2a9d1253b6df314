// Where what needs attention is fixed: at the one object if it is one, otherwise in the list of them.
import type { Attention } from '@task-service/contract'

export type AttentionTarget =
  | {
      to: '/webhooks' | '/deliveries' | '/tasks' | '/integrations' | '/connectors' | '/inbox'
      search: Record<string, string>
    }
  | {
      to: '/integrations/$integration'
      params: { integration: string }
      search: Record<string, string>
    }
  | { to: '/connectors/$connector'; params: { connector: string }; search: Record<string, string> }

type Asked = Pick<Attention, 'kind' | 'subject_ids'>

export function attentionTarget({ kind, subject_ids: subjects }: Asked): AttentionTarget {
  const [only = ''] = subjects.length === 1 ? subjects : []
  switch (kind) {
    case 'write_backs_failed':
    case 'conflicts_open':
    case 'integrations_failing':
      return only === ''
        ? { to: '/integrations', search: {} }
        : { to: '/integrations/$integration', params: { integration: only }, search: {} }
    case 'connectors_offline':
      return only === ''
        ? { to: '/connectors', search: {} }
        : { to: '/connectors/$connector', params: { connector: only }, search: {} }
    case 'approvals_open':
      return { to: '/inbox', search: only === '' ? {} : { approval: only } }
    case 'questions_open':
      return { to: '/inbox', search: only === '' ? {} : { question: only } }
    case 'webhook_disabled':
      return { to: '/webhooks', search: { state: 'disabled' } }
    case 'webhook_failing':
      return { to: '/webhooks', search: { state: 'failing' } }
    case 'webhook_secret_lost':
      return { to: '/webhooks', search: { state: 'secret' } }
    case 'deliveries_failed':
      return { to: '/deliveries', search: { state: 'failed' } }
    case 'tasks_overdue':
      return { to: '/tasks', search: { due: 'overdue' } }
    case 'tasks_urgent_unassigned':
      return { to: '/tasks', search: { priority: 'urgent', assignee: '@none' } }
    case 'tasks_failed':
      return { to: '/tasks', search: { status: 'failed' } }
    case 'tasks_input_required':
      return { to: '/tasks', search: { status: 'input_required' } }
    case 'tasks_due_soon':
      return { to: '/tasks', search: { due: 'today' } }
  }
}
