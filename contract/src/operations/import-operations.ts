// Operations on imports, which create tasks from a file.
import {
  Import,
  ImportErrorsQuery,
  ImportListQuery,
  ImportPage,
  ImportUploadQuery,
  ImportValidation,
  importParams,
} from '../imports/imports.ts'
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { bodyErrors, idempotencyErrors } from './request-errors.ts'

const shown = { 200: { description: 'The import', body: Import } } as const

export const importOperations = {
  'imports.list': operation({
    method: 'GET',
    path: '/api/imports',
    tag: 'Imports',
    summary: 'List imports',
    description: 'Newest first, with the progress of each.',
    query: ImportListQuery,
    success: { 200: { description: 'Newest first', body: ImportPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'imports.create': operation({
    method: 'POST',
    path: '/api/imports',
    tag: 'Imports',
    summary: 'Upload a file to import',
    description:
      'The body is the file itself, not a form. Responds with its columns and a suggested mapping; no task is created before `start`. An interrupted upload leaves nothing behind.',
    query: ImportUploadQuery,
    file: true,
    success: { 201: { description: 'Uploaded', body: Import, headers: ['Location'] } },
    errors: [
      ...idempotencyErrors,
      'unsupported_media_type',
      'import_file_invalid',
      'import_limit_reached',
      'import_quota_reached',
    ],
    idempotencyKey: true,
  }),
  'imports.get': operation({
    method: 'GET',
    path: '/api/imports/{import_id}',
    tag: 'Imports',
    summary: 'Get an import',
    description: 'Its state, progress and result, and the first rejected rows.',
    params: importParams,
    query: NoQuery,
    success: shown,
    errors: ['import_not_found'],
  }),
  'imports.validate': operation({
    method: 'POST',
    path: '/api/imports/{import_id}/validate',
    tag: 'Imports',
    summary: 'Start the dry run of an import',
    description:
      'Reads all rows with this mapping in the background and lists those that would be rejected. Creates no task. Possible until the first task was created; a dry run in progress starts again.',
    params: importParams,
    query: NoQuery,
    body: ImportValidation,
    success: shown,
    errors: [...bodyErrors, 'import_not_found', 'import_state_conflict'],
    isRepeatable: true,
  }),
  'imports.start': operation({
    method: 'POST',
    path: '/api/imports/{import_id}/start',
    tag: 'Imports',
    summary: 'Start or continue an import',
    description:
      'Creates the tasks in the background, in the order of the rows. A canceled or failed import continues behind the last row that was imported. Rejected rows are left out and listed.',
    params: importParams,
    query: NoQuery,
    success: shown,
    errors: ['import_not_found', 'import_state_conflict'],
    isRepeatable: true,
  }),
  'imports.cancel': operation({
    method: 'POST',
    path: '/api/imports/{import_id}/cancel',
    tag: 'Imports',
    summary: 'Cancel an import',
    description: 'Stops the dry run or the import. Tasks that were created are kept.',
    params: importParams,
    query: NoQuery,
    success: shown,
    errors: ['import_not_found', 'import_state_conflict'],
    isRepeatable: true,
  }),
  'imports.errors': operation({
    method: 'GET',
    path: '/api/imports/{import_id}/errors',
    tag: 'Imports',
    summary: 'Download the rejected rows of an import',
    description:
      'With the line and the reasons in `_line` and `_error`, so that the corrected file can be imported. A row that cannot be divided into values is in `_text`. Imports leave these three columns out.',
    params: importParams,
    query: ImportErrorsQuery,
    success: {
      200: {
        description: 'The rejected rows',
        stream: ['text/csv', 'application/x-ndjson'],
      },
    },
    errors: ['import_not_found'],
  }),
  'imports.remove': operation({
    method: 'DELETE',
    path: '/api/imports/{import_id}',
    tag: 'Imports',
    summary: 'Delete an import',
    description: 'Deletes its file and its list of rejected rows. Its tasks are kept.',
    params: importParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['import_not_found', 'import_state_conflict'],
  }),
} as const satisfies Record<string, Operation>
