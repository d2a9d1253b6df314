// The document of the control, as a careless generator of documents would write it: each enum wherever it is used, and
// every field of a new task required.

type Json = Record<string, unknown>
type Components = { components: { schemas: Record<string, Json> } }

export function spoilDocument(text: string): string {
  const document = JSON.parse(text) as Components // of our own service
  const { schemas } = document.components
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (value === null || typeof value !== 'object') return value
    const { $ref, ...rest } = value as Json // an object of the document
    const named = typeof $ref === 'string' ? schemas[$ref.split('/').at(-1) ?? ''] : undefined
    if (named?.['enum']) return { ...named, ...rest }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]))
  }
  const create = schemas['TaskCreate'] ?? {}
  create['required'] = Object.keys(create['properties'] ?? {})
  return JSON.stringify(inline(document))
}
