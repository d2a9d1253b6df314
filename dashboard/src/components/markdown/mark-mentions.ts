// Finds mentions in parsed Markdown, `@[Ada](user:usr_…)`: an `@` and a link to a user or an agent. They become elements of
// their own; a link without the `@`, or to anything else, stays an ordinary link, and is not followed.
import { isMentionTarget } from '#lib/mentions/mention-text.ts'

/** As much of a node of the syntax tree as is needed here. */
type Node = {
  type: string
  value?: string
  url?: string
  children?: Node[]
  data?: { hName: string; hProperties: Record<string, string> }
}

export function markMentions() {
  return mark
}

function mark(node: Node): void {
  const children = node.children ?? []
  for (const [index, child] of children.entries()) {
    const before = children[index - 1]
    if (
      child.type === 'link' &&
      isMentionTarget(child.url ?? '') &&
      before?.type === 'text' &&
      before.value?.endsWith('@')
    ) {
      before.value = before.value.slice(0, -1)
      child.data = { hName: 'span', hProperties: { 'data-mention': child.url ?? '' } }
    } else mark(child)
  }
}
