// Public interface of users: who signs in to the dashboard, and with what.

export { findPasswordFault } from './password-rule.ts'
export { createUserPrechecks, createUserRoutes, resetPath } from './routes.ts'
export {
  createUserAuthenticator,
  type SignIn,
  type SignInThrottle,
  type UserAuthenticator,
} from './service/authenticate-user.ts'
export { disableUser, enableUser } from './service/change-user.ts'
export { createFirstUser, createUser } from './service/create-user.ts'
export { findByName, listPage } from './service/get-user.ts'
export {
  makeResetLink,
  refuseUnknownReset,
  resetPassword,
  setPassword,
} from './service/set-password.ts'
export { hasUsers } from './store/users.ts'
