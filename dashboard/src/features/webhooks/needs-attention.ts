// Whether a webhook needs attention: the badge and the list use the same rule.
import type { Webhook } from '@task-service/contract'

type Asked = Pick<Webhook, 'enabled' | 'failing_since' | 'secret_state'>

/** Every attempt fails, or its deliveries cannot be signed. */
export const needsAttention = ({ enabled, failing_since: since, secret_state }: Asked): boolean =>
  enabled && (since !== null || secret_state === 'needs_reentry')
