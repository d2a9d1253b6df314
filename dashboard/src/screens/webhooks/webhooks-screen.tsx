// The endpoints that are told what happens.
import { Page } from '../../parts/page.tsx'

export function WebhooksScreen() {
  return <Page title="Webhooks">{null}</Page>
}
