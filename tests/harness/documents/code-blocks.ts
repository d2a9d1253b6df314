// The fenced blocks of a page, with where they are.

export type CodeBlock = {
  page: string
  /** As in an editor, from 1. */
  line: number
  /** Empty for blocks without one. */
  language: string
  /** The closest heading above. */
  heading: string
  code: string
}

export function readBlocks(page: string, text: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let heading = ''
  let open: { indent: string; block: CodeBlock; lines: string[] } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', language] = /^( *)```(\S*)/.exec(line) ?? []
    if (open && language !== undefined) {
      blocks.push({ ...open.block, code: open.lines.join('\n') })
      open = undefined
    } else if (open) {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    } else if (language !== undefined) {
      open = { indent, lines: [], block: { page, line: index + 1, language, heading, code: '' } }
    } else {
      heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading
    }
  }
  return blocks
}
