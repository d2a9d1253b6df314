// The API's reference, for reading and trying.
import { Page } from '../../parts/page.tsx'

export function ReferenceScreen() {
  return <Page title="API reference">{null}</Page>
}
