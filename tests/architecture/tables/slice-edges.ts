// Which subfolder of a domain may call which of its siblings, and why.
import type { SliceEdge } from '../rule-types.ts'

// The graph is acyclic. Every other domain, and app, sees the index.ts of the domain itself.
export const sliceEdges: readonly SliceEdge[] = [
  { from: 'deliveries/dispatch', to: 'deliveries/queue', why: 'what is due becomes a job' },
  { from: 'deliveries/send', to: 'deliveries/queue', why: 'a job says what is to be sent' },
  { from: 'deliveries/manage', to: 'deliveries/queue', why: 'a resend gets in line as well' },
  {
    from: 'deliveries/manage',
    to: 'deliveries/send',
    why: 'what waited behind a delivery that is over is released as after an attempt',
  },
  {
    from: 'integrations/credentials',
    to: 'integrations/catalog',
    why: 'the manifest names the secrets that are asked for',
  },
  {
    from: 'integrations/credentials',
    to: 'integrations/records',
    why: 'a credential counts as a change of its integration',
  },
  {
    from: 'integrations/connection',
    to: 'integrations/catalog',
    why: 'only a provider that is installed can be asked',
  },
  {
    from: 'integrations/connection',
    to: 'integrations/credentials',
    why: 'requests to the vendor carry secrets',
  },
  {
    from: 'integrations/connection',
    to: 'integrations/records',
    why: 'the row has the hosts and the configuration',
  },
  {
    from: 'integrations/manage',
    to: 'integrations/catalog',
    why: 'the manifest decides what a configuration may hold',
  },
  {
    from: 'integrations/manage',
    to: 'integrations/connection',
    why: 'a changed configuration is asked for its hosts between two transactions',
  },
  {
    from: 'integrations/manage',
    to: 'integrations/credentials',
    why: 'an integration shows whether its credential can be used',
  },
  { from: 'integrations/manage', to: 'integrations/records', why: 'people change these rows' },
  {
    from: 'integrations/checks',
    to: 'integrations/catalog',
    why: 'a connection is tried before there is an integration',
  },
  {
    from: 'integrations/checks',
    to: 'integrations/connection',
    why: 'a check asks the vendor',
  },
  {
    from: 'integrations/checks',
    to: 'integrations/credentials',
    why: 'a credential is tried before it is stored',
  },
  {
    from: 'integrations/checks',
    to: 'integrations/records',
    why: 'what a check found is kept with its integration',
  },
  {
    from: 'integrations/vendor-webhooks',
    to: 'integrations/connection',
    why: 'the integration verifies a message, and its vendor registers the webhook',
  },
  {
    from: 'integrations/vendor-webhooks',
    to: 'integrations/manage',
    why: 'a registered webhook is shown with its integration',
  },
  {
    from: 'integrations/vendor-webhooks',
    to: 'integrations/records',
    why: 'a webhook belongs to an integration that exists',
  },
  { from: 'sync/work', to: 'sync/merge', why: 'every step translates by the same mapping' },
  { from: 'sync/links', to: 'sync/merge', why: 'a link stores what both sides agreed on' },
  { from: 'sync/links', to: 'sync/signals', why: 'a change to a link is work for the engine' },
  { from: 'sync/links', to: 'sync/state', why: 'a link belongs to an integration that exists' },
  { from: 'sync/links', to: 'sync/work', why: 'a link ends while its integration is synced' },
  { from: 'sync/write-back', to: 'sync/links', why: 'a write-back is a row of a link' },
  { from: 'sync/write-back', to: 'sync/merge', why: 'what is sent is translated' },
  { from: 'sync/write-back', to: 'sync/work', why: 'the session with the vendor sends it' },
  { from: 'sync/reconcile', to: 'sync/links', why: 'what was merged is stored with the link' },
  { from: 'sync/reconcile', to: 'sync/merge', why: 'both sides are merged field by field' },
  {
    from: 'sync/reconcile',
    to: 'sync/signals',
    why: 'an item that was read out of order is read again',
  },
  { from: 'sync/reconcile', to: 'sync/work', why: 'the session with the vendor reads the item' },
  { from: 'sync/reconcile', to: 'sync/write-back', why: 'a merge plans and sends write-backs' },
  { from: 'sync/runs', to: 'sync/reconcile', why: 'items that failed are listed and retried' },
  { from: 'sync/runs', to: 'sync/signals', why: 'a requested sync is a signal' },
  { from: 'sync/runs', to: 'sync/state', why: 'a request ends the back-off of its integration' },
  { from: 'sync/engine', to: 'sync/links', why: 'links that are due are synced again' },
  { from: 'sync/engine', to: 'sync/reconcile', why: 'every item that was read is reconciled' },
  { from: 'sync/engine', to: 'sync/runs', why: 'a pull is recorded as a run' },
  { from: 'sync/engine', to: 'sync/signals', why: 'signals say what is to be synced' },
  { from: 'sync/engine', to: 'sync/state', why: 'a turn begins where the last one ended' },
  { from: 'sync/engine', to: 'sync/work', why: 'a turn hands every step what it works with' },
  {
    from: 'work/claiming',
    to: 'work/runs',
    why: 'a claim returns what the attempt before it left',
  },
  { from: 'work/asking', to: 'work/runs', why: 'a question parks its run' },
  {
    from: 'work/maintenance',
    to: 'work/runs',
    why: 'leases end, and runs are stopped and started',
  },
  { from: 'work/maintenance', to: 'work/asking', why: 'the timeout policy can answer a question' },
]
