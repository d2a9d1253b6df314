// Files on their way to the server: sent one after the other, and kept with a way to send them again if that fails. They are
// sent on while the user looks at other tasks.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Attachment } from '@task-service/contract'
import { useSyncExternalStore } from 'react'
import { attachmentsKey } from './attachments-query.ts'
import { safeName } from './safe-name.ts'
import { type FileToSend, sendFile } from './send-file.ts'

export type Upload = FileToSend & {
  state: 'waiting' | 'sending' | 'failed'
  sentBytes: number
  /** Of a failed one. */
  error?: string
}

let all: readonly Upload[] = []
const listeners = new Set<() => void>()
const sending = new Map<string, AbortController>()
let last: Promise<unknown> = Promise.resolve()

function set(next: readonly Upload[]): void {
  all = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => all)

function change(key: string, part: Partial<Upload>): void {
  set(all.map((one) => (one.key === key ? { ...one, ...part } : one)))
}

/** What is not sent is discarded; the server deletes what arrived of it. */
export function cancelUpload(key: string): void {
  sending.get(key)?.abort()
  set(all.filter((one) => one.key !== key))
}

async function deliver(client: QueryClient, upload: Upload): Promise<void> {
  const { key, taskId } = upload
  // It may have been canceled.
  if (!all.some((one) => one.key === key)) return
  const controller = new AbortController()
  sending.set(key, controller)
  change(key, { state: 'sending', sentBytes: 0 })
  try {
    const onProgress = (sentBytes: number) => change(key, { sentBytes })
    const added = await sendFile(upload, { signal: controller.signal, onProgress })
    client.setQueryData<Attachment[]>(attachmentsKey(taskId), (known = []) =>
      known.some(({ id }) => id === added.id) ? known : [...known, added],
    )
    set(all.filter((one) => one.key !== key))
    void client.invalidateQueries({ queryKey: ['tasks', 'activity', taskId] })
  } catch (error) {
    if (controller.signal.aborted) return
    change(key, { state: 'failed', error: error instanceof Error ? error.message : String(error) })
  } finally {
    sending.delete(key)
  }
}

export function useSendFiles() {
  const client = useQueryClient()
  const start = (upload: Upload) => {
    last = last.then(() => deliver(client, upload))
  }
  return {
    send: (taskId: string, files: Iterable<File>) => {
      const added = [...files].map(
        (file): Upload => ({
          key: crypto.randomUUID(),
          taskId,
          file,
          name: safeName(file.name),
          state: 'waiting',
          sentBytes: 0,
        }),
      )
      set([...all, ...added])
      for (const upload of added) start(upload)
    },
    resend: (upload: Upload) => {
      change(upload.key, { state: 'waiting' })
      start(upload)
    },
  }
}
