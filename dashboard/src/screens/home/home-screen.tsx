// Home: how the loop runs, and what needs a person.
import { Page } from '../../parts/page.tsx'

export function HomeScreen() {
  return <Page title="Home">{null}</Page>
}
