// Operations on custom fields.
import {
  Field,
  FieldChangeRequest,
  FieldCreate,
  FieldListQuery,
  FieldPage,
  fieldParams,
} from '../fields/fields.ts'
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { bodyErrors, idempotencyErrors } from './request-errors.ts'

export const fieldOperations = {
  'fields.list': operation({
    method: 'GET',
    path: '/api/fields',
    tag: 'Custom fields',
    summary: 'List custom fields',
    description: 'Archived fields are included.',
    query: FieldListQuery,
    success: { 200: { description: 'By position', body: FieldPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'fields.create': operation({
    method: 'POST',
    path: '/api/fields',
    tag: 'Custom fields',
    summary: 'Create a custom field',
    description:
      'Tasks that have a value under the key already are found by it at once, if the value fits the type.',
    query: NoQuery,
    body: FieldCreate,
    success: { 201: { description: 'Created', body: Field, headers: ['Location', 'ETag'] } },
    errors: [...bodyErrors, ...idempotencyErrors, 'field_key_taken', 'field_limit_reached'],
    idempotencyKey: true,
  }),
  'fields.get': operation({
    method: 'GET',
    path: '/api/fields/{field}',
    tag: 'Custom fields',
    summary: 'Get a custom field',
    description: 'Name, type, key and choices of the field.',
    params: fieldParams,
    query: NoQuery,
    success: { 200: { description: 'The custom field', body: Field, headers: ['ETag'] } },
    errors: ['field_not_found'],
  }),
  'fields.change': operation({
    method: 'PATCH',
    path: '/api/fields/{field}',
    tag: 'Custom fields',
    summary: 'Update a custom field',
    description: 'Partial update (JSON Merge Patch). The type and the key cannot be changed.',
    params: fieldParams,
    query: NoQuery,
    body: FieldChangeRequest,
    success: { 200: { description: 'The updated custom field', body: Field, headers: ['ETag'] } },
    errors: [...bodyErrors, 'field_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
  'fields.remove': operation({
    method: 'DELETE',
    path: '/api/fields/{field}',
    tag: 'Custom fields',
    summary: 'Delete a custom field',
    description: 'Tasks keep the values as plain data in `fields`.',
    params: fieldParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['field_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
} as const satisfies Record<string, Operation>
