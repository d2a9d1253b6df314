// What the person who is signed in has to do.
import { Page } from '../../parts/page.tsx'

export function MyWorkScreen() {
  return <Page title="My work">{null}</Page>
}
