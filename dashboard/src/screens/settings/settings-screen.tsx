// Settings of the tenant, by section.
import { Page } from '../../parts/page.tsx'

export function SettingsScreen() {
  return <Page title="Settings">{null}</Page>
}
