// Sends a file and reports how far it got, which `fetch` cannot.
import type { Attachment } from '@task-service/contract'
import { addressOf } from '#api/call.ts'
import { Problem, readProblem } from '#api/problem.ts'

export type FileToSend = {
  taskId: string
  file: File
  name: string
  /** The same for each attempt: a file whose response was lost is not stored twice. */
  key: string
}

/** Rejects with a `Problem`, or with the reason of the signal. */
export function sendFile(
  { taskId, file, name, key }: FileToSend,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<Attachment> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<Attachment>()
  const abort = () => {
    request.abort()
    reject(signal.reason)
  }
  request.open('POST', addressOf(`/tasks/${taskId}/attachments?name=${encodeURIComponent(name)}`))
  request.setRequestHeader('content-type', file.type || 'application/octet-stream')
  request.setRequestHeader('x-ts-csrf', '1')
  request.setRequestHeader('idempotency-key', key)
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  request.addEventListener('error', () => reject(noResponse()))
  request.addEventListener('load', () => {
    const { status, statusText, response } = request
    if (status === 201) return resolve(JSON.parse(String(response)) as Attachment) // as the contract says
    void readProblem(new Response(String(response), { status, statusText })).then(reject)
  })
  signal.addEventListener('abort', abort, { once: true })
  request.send(file)
  return promise.finally(() => signal.removeEventListener('abort', abort))
}

function noResponse(): Problem {
  const detail = 'Can’t reach the server.'
  return new Problem({ code: 'offline', status: 0, title: 'No response', detail })
}
