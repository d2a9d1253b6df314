// The definitions of the tools: what every conversation with a model pays for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpTools, TOOL_NAMES, type ToolDefinition } from './tools.ts'

/** About 2,000 tokens; the proof `mcp` counts them with a tokenizer. */
const MAX_CHARACTERS = 7_000

test('there are at most 14 tools, and their definitions are short', () => {
  assert.ok(TOOL_NAMES.length <= 14, `${TOOL_NAMES.length} tools`)
  const { length } = JSON.stringify(mcpTools)
  assert.ok(length <= MAX_CHARACTERS, `${length} characters`)
})

for (const [name, tool] of Object.entries<ToolDefinition>(mcpTools)) {
  test(`${name} has a name in snake case, a title and a description of whole sentences`, () => {
    assert.match(name, /^[a-z]+(_[a-z]+)*$/)
    assert.match(tool.title, /^[A-Z][^.]+$/)
    assert.match(tool.description, /^[A-Z].*\.$/)
  })

  test(`${name} only reads if it needs the permission to read beyond claims`, () => {
    // The server starts it before it knows the permission.
    if (tool.readsBeyondClaim) assert.ok(tool.readOnly)
  })
}
