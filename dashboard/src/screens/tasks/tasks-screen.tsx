// All tasks as a list.
import { Page } from '../../parts/page.tsx'

export function TasksScreen() {
  return <Page title="Tasks">{null}</Page>
}
