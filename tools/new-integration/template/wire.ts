// The vendor's types, as far as they are used, and their conversion to and from a task.
import type {
  Choice,
  Context as KitContext,
  Person,
  RemoteComment,
  RemoteFields,
  RemoteTask,
  SkippedField,
} from '@task-service/kit'

export type Config = { base_url: string }
export type Context = KitContext<Config>

export type Comment = {
  id: string
  body: string
  author: Person
  created_at: string
  client_id?: string
}

export type Item = {
  id: string
  title: string
  text: string
  state: string
  version: number
  created_at: string
  updated_at: string
  comments: Comment[]
  /** Set by the integration on create. */
  client_id?: string
}

/** A page of changes, oldest first; `next` is the cursor of the next page. */
export type Page = { items: Item[]; next: string; left: number }

export const statuses: Choice[] = [
  { id: 'open', name: 'Open', group: 'open' },
  { id: 'closed', name: 'Closed', group: 'done' },
]

export function readTask({ config }: Context, item: Item): RemoteTask {
  return {
    ref: { id: item.id },
    key: `#${item.id}`,
    url: `${config.base_url}/items/${item.id}`,
    version: String(item.version),
    createdAt: item.created_at,
    updatedAt: item.updated_at,
    fields: { title: item.title, description: item.text, status: item.state },
    comments: item.comments.map(readComment),
    ...(item.client_id !== undefined && { marker: item.client_id }),
  }
}

function readComment({ id, body, author, created_at, client_id }: Comment): RemoteComment {
  const marker = client_id !== undefined && { marker: client_id }
  return { id, body, author, createdAt: created_at, ...marker }
}

/** Fields that the vendor accepts. Unsupported fields are reported, never dropped silently. */
export function writeFields(fields: RemoteFields): {
  body: Record<string, string>
  skipped: SkippedField[]
} {
  const { title, description, status, custom: _, ...others } = fields
  const body = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { text: description }),
    ...(status !== undefined && { state: status }),
  }
  const names = Object.keys(others) as (keyof typeof others)[] // its own names
  return { body, skipped: names.map((field) => ({ field, why: 'Example has no such field.' })) }
}
