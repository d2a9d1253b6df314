// Tasks as cards in columns of the loop.
import { Page } from '../../parts/page.tsx'

export function BoardScreen() {
  return <Page title="Board">{null}</Page>
}
