// Errors of users, as constructors.
import { Problem } from '#lib/problem.ts'

/** One text for a missing user and one of another tenant: the response must not reveal which. */
export function userNotFound(): Problem {
  return new Problem('user_not_found')
}

export function usernameTaken(username: string): Problem {
  return new Problem(
    'username_taken',
    `A user "${username}" already exists. Choose another username.`,
  )
}

export function userRequired(): Problem {
  return new Problem('user_required')
}

export function userDisabled(): Problem {
  return new Problem('user_disabled')
}

export function passwordWrong(): Problem {
  return new Problem('password_wrong')
}

export function currentPasswordRequired(): Problem {
  return new Problem(
    'current_password_required',
    'This is your own account. Change its password with `POST /ui/api/me/change-password`, which takes `current_password` and `new_password`.',
  )
}

export function passwordRefused(fault: string): Problem {
  return new Problem('password_refused', `${fault} Choose another password.`)
}

export function resetLinkInvalid(): Problem {
  return new Problem('reset_link_invalid')
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the user is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}
