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
    summary: 'List saved views',
    description: 'Those that are shared, and the caller’s own.',
    query: ViewListQuery,
    success: { 200: { description: 'In their order', body: ViewPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'views.create': operation({
    method: 'POST',
    path: '/api/views',
    tag: 'Views',
    summary: 'Save a view',
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
    params: viewParams,
    query: NoQuery,
    success: { 200: { description: 'The view', body: View, headers: ['ETag'] } },
    errors: ['view_not_found'],
  }),
  'views.change': operation({
    method: 'PATCH',
    path: '/api/views/{view}',
    tag: 'Views',
    summary: 'Change a view',
    params: viewParams,
    query: NoQuery,
    body: ViewChange,
    success: { 200: { description: 'The view after the change', body: View, headers: ['ETag'] } },
    errors: [...bodyErrors, 'view_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
  'views.remove': operation({
    method: 'DELETE',
    path: '/api/views/{view}',
    tag: 'Views',
    summary: 'Delete a view',
    description: 'No task changes.',
    params: viewParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['view_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
} as const satisfies Record<string, Operation>
