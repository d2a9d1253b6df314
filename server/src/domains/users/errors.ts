// The problems users can have, as constructors.
import { Problem } from '#lib/problem.ts'

/** One text for a missing and a foreign one: the answer must not tell them apart. */
export function userNotFound(): Problem {
  return new Problem('user_not_found')
}

export function usernameTaken(username: string): Problem {
  return new Problem(
    'username_taken',
    `There is already a user "${username}". Choose another name.`,
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
  return new Problem('password_refused', `${fault} Choose another one.`)
}

export function resetLinkInvalid(): Problem {
  return new Problem('reset_link_invalid')
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The user is at version ${current}. Read it again, apply your change, and send its new ETag.`,
  )
}
