// Which domain may call which, and why.
import type { DomainEdge } from '../rule-types.ts'

// The graph is acyclic. What is not written here travels by events.
export const domainEdges: readonly DomainEdge[] = [
  { from: 'tasks', to: 'audit', why: 'every write records its act in the same transaction' },
  { from: 'bulk', to: 'tasks', why: 'each item is created or changed by the rules of one task' },
  { from: 'comments', to: 'audit', why: 'comments of a task belong to its activity' },
  { from: 'comments', to: 'tasks', why: 'a comment belongs to a task that exists' },
  { from: 'counts', to: 'tasks', why: 'counts use the filters of the task list' },
  { from: 'tenants', to: 'audit', why: 'creating, suspending and deleting a tenant is recorded' },
  { from: 'keys', to: 'audit', why: 'issuing and revoking a key is recorded' },
  { from: 'vault', to: 'tenants', why: 'the data keys of every tenant are re-encrypted' },
  { from: 'webhooks', to: 'vault', why: 'signing secrets are sealed' },
  { from: 'integrations', to: 'vault', why: 'credentials are sealed' },
  { from: 'integrations', to: 'audit', why: 'changes to an integration are recorded' },
  { from: 'users', to: 'audit', why: 'changes to who may log in are recorded' },
  { from: 'users', to: 'tenants', why: 'people sign in to the tenant that the host names' },
  { from: 'users', to: 'keys', why: 'one counter invalidates what is cached about access' },
  {
    from: 'deliveries',
    to: 'webhooks',
    why: 'a delivery needs the address and the secrets of its webhook',
  },
  { from: 'deliveries', to: 'tasks', why: 'deliveries are listed by task' },
  { from: 'webhooks', to: 'audit', why: 'changes to where events are sent are recorded' },
  { from: 'views', to: 'audit', why: 'changes to shared views are recorded' },
  { from: 'stats', to: 'tenants', why: 'days begin and end by the time zone of the tenant' },
  { from: 'stats', to: 'webhooks', why: 'webhooks that fail or lost their secret need attention' },
  { from: 'system', to: 'keys', why: 'a tenant sees which keys it has and when they were used' },
  { from: 'system', to: 'vault', why: 'a tenant sees which of its secrets can be read' },
  { from: 'connectors', to: 'audit', why: 'enrollment and revocation of a connector is recorded' },
  {
    from: 'sync',
    to: 'tasks',
    why: 'a remote item becomes a task by the same rules as a request',
  },
  { from: 'sync', to: 'comments', why: 'comments are synced' },
  { from: 'sync', to: 'audit', why: 'requests and decisions of users are recorded' },
  {
    from: 'integrations',
    to: 'sync',
    why: 'an integration shows its runs, and a webhook of its vendor requests a sync',
  },
  { from: 'edge', to: 'connectors', why: 'jobs and results belong to a connector' },
  { from: 'edge-sessions', to: 'connectors', why: 'a key and a session belong to a connector' },
  {
    from: 'edge-sessions',
    to: 'edge',
    why: 'a new session ends the leases of the one before, and refuses as frames are refused',
  },
]
