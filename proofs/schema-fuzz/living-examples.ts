// Puts objects that exist where the document shows examples, so that requests made of examples find something.
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { RECEIVER_ADDRESS } from './fuzz-target.ts'

/** As the contract writes them: `tsk_…` of a task, of its parent and its blocker, `T-142`, and others by prefix. */
const EXAMPLES = {
  parent: 'tsk_019301a2b3c37d5e8f90a1b2c3d4e5f6',
  blocker: 'tsk_019301a2b3c37d5e8f90a1b2c3d4e5f7',
  task: 'tsk_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  number: 'T-142',
  comment: 'cmt_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  attachment: 'att_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  view: 'viw_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  field: 'fld_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  template: 'tpl_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  schedule: 'sch_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  webhook: 'whk_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  delivery: 'dlv_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  connector: 'con_019301a2b3c47d5e8f90a1b2c3d4e5f6',
}

/** With the token of an agent too: each endpoint reads the header that it accepts. */
export async function withAgent(
  url: string,
  headers: Record<string, string>,
): Promise<Record<string, string>> {
  const { call, close } = createApiCaller()
  const post = async (path: string, body: object) => {
    const answer = await call(`${url}${path}`, { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(`no agent: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body) as { token?: string } // of the tokens, as the contract says
  }
  try {
    // Of both queues that requests name: the usual one, and the document's example.
    await post('/api/agents', { name: 'fuzz-agent', queues: ['default', 'customs'] })
    const { token } = await post('/api/agents/fuzz-agent/tokens', {})
    return { ...headers, authorization: `Bearer ${token}` }
  } finally {
    close()
  }
}

/** The document of the service at `url`, with the ids of objects made for it. */
export async function readDocument(url: string, headers: Record<string, string>): Promise<string> {
  const { call, close } = createApiCaller()
  const create = async (path: string, body: unknown): Promise<{ id: string; number?: number }> => {
    const answer = await call(`${url}${path}`, { method: 'POST', headers, body })
    if (answer.status !== 201 && answer.status !== 202)
      throw new Error(`no example: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body) as { id: string; number?: number } // tasks have a number, others none
  }
  try {
    const { body: document } = await call(`${url}/api/openapi.json`, { headers })
    const parent = await create('/api/tasks', { title: 'Parent' })
    const blocker = await create('/api/tasks', { title: 'Blocker' })
    const task = await create('/api/tasks', { title: 'Task' })
    const comment = await create(`/api/tasks/${task.id}/comments`, { body: 'Comment' })
    const file = `/api/tasks/${task.id}/attachments?name=file.json`
    const attachment = await create(file, { text: 'File' })
    const view = await create('/api/views', { name: 'View' })
    const choices = [{ label: 'High' }, { label: 'Low' }]
    const field = await create('/api/fields', { name: 'Severity', type: 'choice', choices })
    const template = await create('/api/templates', { name: 'Template', task: { title: 'Task' } })
    const schedule = await create('/api/schedules', {
      name: 'Schedule',
      template_id: template.id,
      rule: { frequency: 'daily', time: '09:00' },
    })
    const webhook = await create('/api/webhooks', { url: `https://${RECEIVER_ADDRESS}/` })
    const delivery = await create(`/api/webhooks/${webhook.id}/test`, undefined)
    const connector = await create('/api/connectors', { name: 'Connector' })
    return fill(document, {
      parent: parent.id,
      blocker: blocker.id,
      task: task.id,
      number: `T-${task.number}`,
      comment: comment.id,
      attachment: attachment.id,
      view: view.id,
      field: field.id,
      template: template.id,
      schedule: schedule.id,
      webhook: webhook.id,
      delivery: delivery.id,
      connector: connector.id,
    })
  } finally {
    close()
  }
}

function fill(document: string, living: typeof EXAMPLES): string {
  return Object.entries(EXAMPLES).reduce((text, [name, example]) => {
    const quoted = `"${example}"`
    if (!text.includes(quoted)) throw new Error(`the document has no example ${example}`)
    return text.replaceAll(quoted, `"${living[name as keyof typeof EXAMPLES]}"`) // the names of EXAMPLES itself
  }, document)
}
