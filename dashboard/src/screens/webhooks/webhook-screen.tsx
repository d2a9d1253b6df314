// One endpoint: health, secret, filters.
import { Page } from '../../parts/page.tsx'

export function WebhookScreen() {
  return <Page title="Webhook">{null}</Page>
}
