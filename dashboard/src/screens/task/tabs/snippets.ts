// The task as a program asks for it and changes it; the key stands as a placeholder.
export type Snippet = { name: 'read' | 'change' | 'comment'; text: string }
export type Tool = 'curl' | 'fetch'

type Call = { method: string; path: string; body?: unknown }

function curl(base: string, { method, path, body }: Call): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${base}${path}`,
    '-H "X-API-Key: $API_KEY"',
  ]
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`)
  }
  return lines.join(' \\\n  ')
}

function fetchCall(base: string, { method, path, body }: Call): string {
  const headers = ["'X-API-Key': process.env.API_KEY"]
  if (body !== undefined) headers.push("'Content-Type': 'application/json'")
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
  ]
  return [
    `const response = await fetch('${base}${path}', {`,
    ...options,
    '})',
    'const task = await response.json()',
  ].join('\n')
}

export function snippetsOf(base: string, reference: string, tool: Tool): Snippet[] {
  const write = tool === 'curl' ? curl : fetchCall
  const path = `/tasks/${reference}`
  const calls: [Snippet['name'], Call][] = [
    ['read', { method: 'GET', path }],
    ['change', { method: 'POST', path: `${path}/transitions`, body: { to: 'completed' } }],
    ['comment', { method: 'POST', path: `${path}/comments`, body: { body: 'Done.' } }],
  ]
  return calls.map(([name, call]) => ({ name, text: write(base, call) }))
}
