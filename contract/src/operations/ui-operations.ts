// What only the dashboard can do: users and their passwords, and the inbox of a person. Everything else is an operation of the API.
import type { ErrorCode } from '../errors.ts'
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import {
  Me,
  PasswordChange,
  PasswordReset,
  PasswordSetting,
  ResetLink,
  SignOut,
  User,
  UserChange,
  UserCreate,
  UserCreated,
  UserListQuery,
  UserPage,
  userParams,
} from '../tenant/users.ts'
import { inboxOperations } from './inbox-operations.ts'
import { bodyErrors } from './request-errors.ts'

/** What any request to the dashboard may return besides the errors of its operation. */
export const uiCommonErrors = [
  'sign_in_required',
  'password_change_required',
  'cross_site_request',
] as const satisfies readonly ErrorCode[]

/**
 * None takes an Idempotency-Key: nothing is kept of a request with a password, not even a keyed digest.
 */
export const uiOperations = {
  'me.get': operation({
    method: 'GET',
    path: '/ui/api/me',
    tag: 'Users',
    summary: 'Get the signed-in user',
    query: NoQuery,
    success: { 200: { description: 'The user and the tenant', body: Me } },
    errors: [],
  }),
  'me.change_password': operation({
    method: 'POST',
    path: '/ui/api/me/change-password',
    tag: 'Users',
    summary: 'Change your password',
    query: NoQuery,
    body: PasswordChange,
    success: { 204: { description: 'Changed; the previous password no longer works' } },
    errors: [...bodyErrors, 'password_wrong', 'password_refused'],
  }),
  'me.sign_out': operation({
    method: 'POST',
    path: '/ui/api/sign-out',
    tag: 'Users',
    summary: 'Sign out',
    query: NoQuery,
    success: {
      200: { description: 'The path that clears the password in the browser', body: SignOut },
    },
    errors: [],
  }),
  'users.list': operation({
    method: 'GET',
    path: '/ui/api/users',
    tag: 'Users',
    summary: 'List users',
    query: UserListQuery,
    success: { 200: { description: 'Oldest first', body: UserPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'users.create': operation({
    method: 'POST',
    path: '/ui/api/users',
    tag: 'Users',
    summary: 'Create a user',
    query: NoQuery,
    body: UserCreate,
    success: {
      201: { description: 'Created', body: UserCreated, headers: ['Location', 'ETag'] },
    },
    errors: [...bodyErrors, 'username_taken', 'password_refused'],
  }),
  'users.get': operation({
    method: 'GET',
    path: '/ui/api/users/{user}',
    tag: 'Users',
    summary: 'Get a user',
    params: userParams,
    query: NoQuery,
    success: { 200: { description: 'The user', body: User, headers: ['ETag'] } },
    errors: ['user_not_found'],
  }),
  'users.change': operation({
    method: 'PATCH',
    path: '/ui/api/users/{user}',
    tag: 'Users',
    summary: 'Update a user',
    params: userParams,
    query: NoQuery,
    body: UserChange,
    success: { 200: { description: 'The updated user', body: User, headers: ['ETag'] } },
    errors: [...bodyErrors, 'user_not_found', 'username_taken', 'version_mismatch'],
    ifMatch: true,
  }),
  'users.disable': operation({
    method: 'POST',
    path: '/ui/api/users/{user}/disable',
    tag: 'Users',
    summary: 'Disable a user',
    description:
      'The user can no longer sign in, and an unused reset link stops working. Takes effect immediately.',
    params: userParams,
    query: NoQuery,
    success: { 200: { description: 'The user', body: User, headers: ['ETag'] } },
    errors: ['user_not_found', 'user_required'],
  }),
  'users.enable': operation({
    method: 'POST',
    path: '/ui/api/users/{user}/enable',
    tag: 'Users',
    summary: 'Enable a user',
    params: userParams,
    query: NoQuery,
    success: { 200: { description: 'The user', body: User, headers: ['ETag'] } },
    errors: ['user_not_found'],
  }),
  'users.set_password': operation({
    method: 'POST',
    path: '/ui/api/users/{user}/set-password',
    tag: 'Users',
    summary: 'Set the password of another user',
    params: userParams,
    query: NoQuery,
    body: PasswordSetting,
    success: { 200: { description: 'The user', body: User, headers: ['ETag'] } },
    errors: [...bodyErrors, 'user_not_found', 'password_refused', 'current_password_required'],
  }),
  'users.reset_link': operation({
    method: 'POST',
    path: '/ui/api/users/{user}/reset-link',
    tag: 'Users',
    summary: 'Create a password reset link',
    description:
      'For another user. The link is valid once, for 24 hours, and replaces an earlier one. The current password works until the link is used.',
    params: userParams,
    query: NoQuery,
    success: { 200: { description: 'The link, returned only once', body: ResetLink } },
    errors: ['user_not_found', 'user_disabled', 'current_password_required'],
  }),
  ...inboxOperations,
} as const satisfies Record<string, Operation>

/** The one operation without a sign-in. */
export const resetOperation = operation({
  method: 'POST',
  path: '/ui/reset',
  tag: 'Users',
  summary: 'Reset a password',
  query: NoQuery,
  body: PasswordReset,
  success: { 204: { description: 'The password is set; sign in with it' } },
  errors: [...bodyErrors, 'reset_link_invalid', 'password_refused'],
})

export type UiOperations = typeof uiOperations
export type UiOperationId = keyof UiOperations
