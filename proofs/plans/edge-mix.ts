// Every operation on connectors and their jobs, and every frame that a connector sends.
import {
  chunkedResult,
  type EdgeFrame,
  makeKey,
  resultOf,
  TestEdge,
} from '../../tests/harness/edge/test-edge.ts'
import type { Answered, Call, SendCall } from './send-call.ts'

export async function sendConnectors(send: SendCall, name: string): Promise<void> {
  const made = await send({
    operation: 'connectors.create',
    method: 'POST',
    url: '/api/connectors',
    payload: { name },
  })
  const path = `/api/connectors/${made.id}`
  const edge = new TestEdge(async (frame) => answerOf(await send(callOf(frame))))
  await edge.enroll(String(made['enrolment_token']))
  await edge.open()
  await edge.send(edge.announceFrame())
  await sendJobs(send, edge, path)
  await edge.send(edge.rotateFrame(makeKey()))
  await sendReads(send, path)
  const post = (what: string, action: string): Call => ({
    operation: `connectors.${what}`,
    method: 'POST',
    url: `${path}/${action}`,
  })
  const calls: Call[] = [
    { operation: 'connectors.change', method: 'PATCH', url: path, payload: { name: `${name} b` } },
    post('rotate', 'rotate'),
    post('drain', 'drain'),
    post('enrol', 'enrolment'),
    post('revoke', 'revoke'),
    { operation: 'connectors.remove', method: 'DELETE', url: path },
  ]
  for (const call of calls) await send(call)
}

/** Of a connector that has long worked, since a new one has nothing to read. */
async function sendReads(send: SendCall, path: string): Promise<void> {
  const get = (operation: string, url: string, isFiltered = false) =>
    send({ operation, method: 'GET', url, isFiltered })
  await get('connectors.get', path)
  const page = await get('connectors.list', '/api/connectors?limit=1', true)
  const [loaded] = page['data'] as { id: string }[] // the page of the contract
  const busy = `/api/connectors/${loaded?.id}`
  await get('connectors.get', busy)
  await get('connectors.statements', busy + '/statements')
  await get('connectors.activity', `${busy}/activity`, true)
  const list = await get('edge_jobs.list', `${busy}/jobs?limit=2`)
  await get('edge_jobs.list', `${busy}/jobs?limit=2&cursor=${list.next_cursor}`)
  await get('edge_jobs.list', `${busy}/jobs?limit=2&state=done`)
  const [job] = list['data'] as { id: string }[] // the page of the contract
  await get('edge_jobs.get', `${busy}/jobs/${job?.id}`)
}

async function sendJobs(send: SendCall, edge: TestEdge, path: string): Promise<void> {
  const run = () =>
    send({
      operation: 'connectors.run',
      method: 'POST',
      url: `${path}/run`,
      payload: { database: 'erp', statement: 'open', wait_seconds: 0 },
    })
  const canceled = await run()
  await send({
    operation: 'edge_jobs.cancel',
    method: 'POST',
    url: `${path}/jobs/${canceled.id}/cancel`,
  })
  await run()
  await run()
  const [first, second] = await edge.jobs({ wait_ms: 100 })
  const { result, chunks } = chunkedResult([[1], [2]], 4)
  for (const [number, chunk] of chunks.entries()) {
    await edge.send(edge.chunkFrame(first?.job ?? '', number, chunk))
  }
  await edge.result(first?.job ?? '', result)
  await edge.result(second?.job ?? '', resultOf([[1]]))
  // Waits, so that it looks for jobs that do not come.
  await edge.poll({ wait_ms: 50 })
}

function callOf({ method, path, headers, body }: EdgeFrame): Call {
  // A result counts the chunks that a tenant keeps, of which there are at most about a thousand.
  const isFiltered = path.endsWith('/result')
  const payload = Buffer.from(body)
  return { operation: `edge ${path}`, method, url: path, headers, payload, isFiltered }
}

function answerOf(answered: Answered): { status: number; text: string } {
  return { status: 200, text: JSON.stringify(answered) }
}
