// What was sent to endpoints, and what they said.
import { Page } from '../../parts/page.tsx'

export function DeliveriesScreen() {
  return <Page title="Deliveries">{null}</Page>
}
