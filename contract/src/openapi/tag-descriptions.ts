// What each group of operations is about, for the OpenAPI document.

export const tagDescriptions: Readonly<Record<string, string>> = {
  System: 'Check that the API is available, and get this document.',
  Tasks: 'Create, list, update and delete tasks, and move them from status to status.',
  Comments: 'Comments on a task, in Markdown, with mentions of users and agents.',
  Attachments: 'Files on a task.',
  Events: 'The log of all changes: read it page by page, or follow it as a stream.',
  'Custom fields': 'Typed fields that a tenant adds to its tasks.',
  Views: 'Saved filters and sort orders of the task list.',
  Templates: 'Prefilled tasks, for people and for schedules.',
  Schedules: 'Rules that create a task from a template again and again.',
  Webhooks: 'HTTP endpoints that events are sent to, and the deliveries to them.',
  'Webhook requests': 'What a webhook receives: a signed request for each event.',
  Agents: 'Programs that claim tasks, with their tokens and budgets.',
  Queues: 'What tasks wait in until an agent claims them.',
  Runs: 'Claim tasks, keep their leases, report progress and end the attempt.',
  Questions: 'What agents ask people while they work on a task.',
  Approvals: 'Changes in external systems that a person approves before an agent makes them.',
  Connectors: 'Programs next to databases behind a firewall, their statements and jobs.',
  Integrations: 'Connections to external systems: sync runs, links, conflicts and write-backs.',
  Tenant: 'Settings and figures of the tenant.',
  Audit: 'Who did what and when; entries cannot be changed.',
}
