// Links of the OpenAPI document: which operations a client can call next with a response.
import type { OperationId } from '../operations/operations.ts'

type Json = Record<string, unknown>

function toTask(operationIds: OperationId[], field = 'id'): Json {
  return toObject('task', operationIds, field)
}

function toObject(parameter: string, operationIds: OperationId[], field = 'id'): Json {
  return Object.fromEntries(
    operationIds.map((operationId) => [
      operationId,
      { operationId, parameters: { [parameter]: `$response.body#/${field}` } },
    ]),
  )
}

/** What a client can do next with a response. */
export const links: Partial<Record<OperationId, Json>> = {
  'tasks.create': toTask([
    'tasks.get',
    'tasks.change',
    'tasks.transition',
    'tasks.activity',
    'comments.create',
    'comments.list',
    'attachments.list',
    'tasks.remove',
  ]),
  'views.create': toObject('view', ['views.get', 'views.change', 'views.remove']),
  'templates.create': toObject('template', [
    'templates.get',
    'templates.change',
    'templates.create_task',
    'templates.remove',
  ]),
  'schedules.create': toObject('schedule', [
    'schedules.get',
    'schedules.change',
    'schedules.pause',
    'schedules.resume',
    'schedules.remove',
  ]),
  'imports.create': toObject('import_id', [
    'imports.get',
    'imports.validate',
    'imports.start',
    'imports.cancel',
    'imports.errors',
    'imports.remove',
  ]),
  'attachments.create': Object.fromEntries(
    (['attachments.get', 'attachments.content', 'attachments.remove'] as const).map(
      (operationId) => [
        operationId,
        {
          operationId,
          parameters: { task: '$response.body#/task_id', attachment: '$response.body#/id' },
        },
      ],
    ),
  ),
  'comments.create': Object.fromEntries(
    (['comments.get', 'comments.change', 'comments.remove'] as const).map((operationId) => [
      operationId,
      {
        operationId,
        parameters: { task: '$response.body#/task_id', comment: '$response.body#/id' },
      },
    ]),
  ),
}
