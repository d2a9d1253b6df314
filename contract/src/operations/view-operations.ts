// Operations on saved views.
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import {
  View,
  ViewChange,
  ViewCreate,
  ViewListQuery,
  ViewPage,
  viewParams,
} from '../views/views.ts'
import { bodyErrors, idempotencyErrors } from './request-errors.ts'

export const viewOperations = {
  'views.list': operation({
    method: 'GET',
    path: '/api/views',
    tag: 'Views',
    summary: 'List views',
    description: 'Shared views and your own.',
    query: ViewListQuery,
    success: { 200: { description: 'By position', body: ViewPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'views.create': operation({
    method: 'POST',
    path: '/api/views',
    tag: 'Views',
    summary: 'Create a view',
    description: 'Saves filters, a sort order and a layout under a name.',
    query: NoQuery,
    body: ViewCreate,
    success: { 201: { description: 'Created', body: View, headers: ['Location', 'ETag'] } },
    errors: [...bodyErrors, ...idempotencyErrors],
    idempotencyKey: true,
  }),
  'views.get': operation({
    method: 'GET',
    path: '/api/views/{view}',
    tag: 'Views',
    summary: 'Get a view',
    description: 'The filters, the sort order and the layout of the view.',
    params: viewParams,
    query: NoQuery,
    success: { 200: { description: 'The view', body: View, headers: ['ETag'] } },
    errors: ['view_not_found'],
  }),
  'views.change': operation({
    method: 'PATCH',
    path: '/api/views/{view}',
    tag: 'Views',
    summary: 'Update a view',
    description: 'Partial update (JSON Merge Patch). In `query`, null removes a filter.',
    params: viewParams,
    query: NoQuery,
    body: ViewChange,
    success: { 200: { description: 'The updated view', body: View, headers: ['ETag'] } },
    errors: [...bodyErrors, 'view_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
  'views.remove': operation({
    method: 'DELETE',
    path: '/api/views/{view}',
    tag: 'Views',
    summary: 'Delete a view',
    description: 'Tasks are not affected.',
    params: viewParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['view_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
} as const satisfies Record<string, Operation>
