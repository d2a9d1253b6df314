// The task as a program asks for it and changes it.
import { type ApiCall, type Tool, writeCall } from '#lib/api-call.ts'

export type Snippet = { name: 'read' | 'change' | 'comment'; text: string }

export function snippetsOf(base: string, reference: string, tool: Tool): Snippet[] {
  const path = `/tasks/${reference}`
  const calls: [Snippet['name'], ApiCall][] = [
    ['read', { method: 'GET', path }],
    ['change', { method: 'POST', path: `${path}/transitions`, body: { to: 'completed' } }],
    ['comment', { method: 'POST', path: `${path}/comments`, body: { body: 'Done.' } }],
  ]
  return calls.map(([name, call]) => ({ name, text: writeCall(base, call, tool) }))
}
