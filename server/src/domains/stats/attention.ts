// What needs attention, most urgent first.
import { ATTENTION_KINDS, type Attention, SUBJECTS_MAX, type Webhook } from '@task-service/contract'

type Kind = Attention['kind']

const severities: Record<Kind, Attention['severity']> = {
  write_backs_failed: 'error',
  integrations_failing: 'error',
  webhook_disabled: 'error',
  webhook_failing: 'error',
  webhook_secret_lost: 'error',
  deliveries_failed: 'error',
  connectors_offline: 'warning',
  conflicts_open: 'warning',
  tasks_overdue: 'warning',
  tasks_urgent_unassigned: 'warning',
  tasks_failed: 'warning',
  approvals_open: 'request',
  questions_open: 'request',
  tasks_input_required: 'notice',
  tasks_due_soon: 'notice',
}

export type Finding = Omit<Attention, 'severity'>

export function rankAttention(findings: readonly Finding[]): Attention[] {
  return findings
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => ATTENTION_KINDS.indexOf(a.kind) - ATTENTION_KINDS.indexOf(b.kind))
    .map((finding) => ({ ...finding, severity: severities[finding.kind] }))
}

/** A webhook that was disabled manually needs no attention. */
function isDisabled({ disabled_reason: reason }: Webhook): boolean {
  return reason === 'gone' || reason === 'failing'
}

export function kindOf(text: string): Kind {
  const kind = ATTENTION_KINDS.find((one) => one === text)
  if (!kind) throw new Error(`no kind of attention is called ${text}`)
  return kind
}

export function judgeWebhooks(webhooks: readonly Webhook[], hasMore: boolean): Finding[] {
  const about = (
    kind: Kind,
    found: readonly Webhook[],
    since: (one: Webhook) => string | null,
  ) => ({
    kind,
    count: found.length,
    is_at_least: hasMore,
    name: null,
    since:
      found
        .map(since)
        .filter((time) => time !== null)
        .toSorted()[0] ?? null,
    subject_ids: found.slice(0, SUBJECTS_MAX).map(({ id }) => id),
  })
  return [
    about('webhook_disabled', webhooks.filter(isDisabled), (webhook) => webhook.updated_at),
    about(
      'webhook_failing',
      webhooks.filter((webhook) => webhook.enabled && webhook.failing_since !== null),
      (webhook) => webhook.failing_since,
    ),
    about(
      'webhook_secret_lost',
      webhooks.filter((webhook) => webhook.secret_state === 'needs_reentry'),
      () => null,
    ),
  ]
}
