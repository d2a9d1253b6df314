// A request that is measured at several sizes of data, and what its path is made of.

/** What a path is made of where it differs from task to task: an ID, the ID of a parent, a word only one task has. */
export type Sample = {
  tenantId: string
  id: string
  parentId: string | null
  rareWord: string
  /** Part of the value of a field, such as 4711 of C-4711. */
  fieldPart: string | null
}

type Subject = 'tenant' | 'task' | 'child' | 'field' | 'page'

export type RequestKind = {
  name: string
  /** What differs between two requests: the tenant only, a task, a task with a parent or a field, a page to continue from. */
  subject: Subject
  /** `cursor` is that of the first page, where the subject is one. */
  path: (from: { sample?: Sample; cursor?: string }) => string
}

export function listOf(name: string, query: Record<string, string>): RequestKind {
  const text = new URLSearchParams({ limit: '50', ...query }).toString()
  return { name, subject: 'tenant', path: () => `/api/tasks?${text}` }
}

export function taskId(uuid: string | null | undefined): string {
  return `tsk_${uuid?.replaceAll('-', '')}`
}
