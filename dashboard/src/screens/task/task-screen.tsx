// One task as a page.
import { Page } from '../../parts/page.tsx'

export function TaskScreen() {
  return <Page title="Task">{null}</Page>
}
