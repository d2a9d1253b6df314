// A connector that answers every job with what a function says: in place of the real one, where what it does is not the subject.
import type { EdgeJobOrder, EdgeResult, StatementFace } from '@task-service/contract'
import { DIGEST, type EdgeTransport, TestEdge } from './test-edge.ts'

export type Answering = {
  edge: TestEdge
  /** Every job that was handed out, as often as it was. */
  jobs: EdgeJobOrder[]
  stop: () => Promise<void>
}

export const overHttp =
  (url: string): EdgeTransport =>
  async ({ method, path, headers, body }, signal) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      body,
      ...(signal && { signal }),
    })
    return { status: answer.status, text: await answer.text() }
  }

export async function startAnswering(
  url: string,
  token: string,
  statements: StatementFace[],
  answer: (job: EdgeJobOrder) => Promise<EdgeResult>,
): Promise<Answering> {
  const edge = new TestEdge(overHttp(url))
  for (const opened of [await edge.enroll(token), await edge.open()]) {
    if (opened.status !== 200) throw new Error(opened.text)
  }
  await edge.send(edge.announceFrame(statements, DIGEST))
  const jobs: EdgeJobOrder[] = []
  const stopping = new AbortController()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      for (const job of await edge.jobs({ wait_ms: 1_000 })) {
        jobs.push(job)
        const result = await answer(job)
        const { status, text } = await edge.result(job.job, { ...result, attempt: job.attempt })
        if (status !== 200) throw new Error(text)
      }
    }
  })()
  return {
    edge,
    jobs,
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
