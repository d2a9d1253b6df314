// Every operation on imports.
import type { Client } from 'pg'
import type { SendCall } from './send-call.ts'

export async function sendImports(send: SendCall, admin: Client): Promise<void> {
  const upload = (name: string) =>
    send({
      operation: 'imports.create',
      method: 'POST',
      url: `/api/imports?name=${name}.jsonl`,
      payload: { title: 'Plans' },
    })
  const first = await upload('first')
  const second = await upload('second')
  const page = await send({ operation: 'imports.list', method: 'GET', url: '/api/imports?limit=1' })
  const next = `/api/imports?limit=1&cursor=${page.next_cursor}`
  await send({ operation: 'imports.list', method: 'GET', url: next })
  const url = `/api/imports/${first.id}`
  await send({ operation: 'imports.get', method: 'GET', url })
  await send({ operation: 'imports.validate', method: 'POST', url: `${url}/validate`, payload: {} })
  // No worker runs here.
  await admin.query(`update imports set state = 'ready', rows_total = 1 where state = 'validating'`)
  for (const verb of ['start', 'cancel']) {
    await send({ operation: `imports.${verb}`, method: 'POST', url: `${url}/${verb}` })
  }
  await send({ operation: 'imports.errors', method: 'GET', url: `${url}/errors` })
  for (const { id } of [first, second]) {
    await send({ operation: 'imports.remove', method: 'DELETE', url: `/api/imports/${id}` })
  }
}
