// Users of the dashboard. Passwords are write-only.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Closed, Nullable, Text, Timestamp } from '../schema.ts'

export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 256
export const RESET_LINK_HOURS = 24

/** HTTP Basic divides at the first colon, so a username has none. */
export const Username = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: worded(
    '^[A-Za-z0-9][A-Za-z0-9._@+-]*$',
    'must start with a letter or digit and contain only letters, digits and . _ @ + -',
    { echo: true },
  ),
  description: 'Username; case-insensitive',
  examples: ['ada'],
})

export const PersonName = Text({ maxLength: 200, description: 'Display name' })

export const Password = Text({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  writeOnly: true,
  description: `At least ${PASSWORD_LENGTH_MIN} characters; common passwords are rejected`,
})

export const User = Closed({
  id: Id('user'),
  username: Username,
  name: PersonName,
  has_password: Type.Boolean({
    description: 'false until the user has set a password with the first reset link',
  }),
  must_change_password: Type.Boolean({
    description: 'The password was set by someone else and must be changed',
  }),
  disabled_at: Nullable(Timestamp('When the user was disabled')),
  last_sign_in_at: Nullable(Timestamp('Accurate to five minutes')),
  reset_link_expires_at: Nullable(Timestamp('When the unused reset link expires')),
  version: Type.Integer(),
  created_by: Actor,
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type User = Static<typeof User>

export const UserListQuery = Closed(pageQuery)
export const UserPage = Page(User, 'A page of users, oldest first')
export const userParams = Closed({ user: Id('user') })

export const ResetLink = Closed({
  path: Type.String({
    description: 'Path on the dashboard’s host. Anyone with this link can set the password.',
    examples: ['/ui/reset#token=…'],
  }),
  expires_at: Timestamp(),
})
export type ResetLink = Static<typeof ResetLink>

export const UserCreate = Closed(
  {
    username: Username,
    name: Type.Optional(PersonName),
    password: Type.Optional(Password),
  },
  { description: 'Without `password`, the response contains a link to set one' },
)
export type UserCreate = Static<typeof UserCreate>

export const UserCreated = Closed({
  user: User,
  reset_link: Nullable(ResetLink, { description: 'Returned only once, in this response' }),
})
export type UserCreated = Static<typeof UserCreated>

export const UserChange = Closed(
  { username: Type.Optional(Username), name: Type.Optional(PersonName) },
  { minProperties: 1, description: 'Omitted fields are unchanged' },
)
export type UserChange = Static<typeof UserChange>

export const PasswordSetting = Closed({
  password: Password,
  must_change_password: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether the user must choose a new password at the next sign-in',
    }),
  ),
})
export type PasswordSetting = Static<typeof PasswordSetting>

/** The current one may be shorter than what is required today. */
export const PasswordChange = Closed({
  current_password: Text({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX, writeOnly: true }),
  new_password: Password,
})
export type PasswordChange = Static<typeof PasswordChange>

export const PasswordReset = Closed({
  token: Type.String({
    pattern: worded('^[A-Za-z0-9_-]{43}$', 'must be 32 bytes in Base64url without padding'),
    writeOnly: true,
    description: 'Token after `#token=` in the link',
  }),
  password: Password,
})
export type PasswordReset = Static<typeof PasswordReset>

export const Me = Closed({
  user: Closed({
    id: Id('user'),
    username: Username,
    name: PersonName,
    must_change_password: Type.Boolean(),
  }),
  tenant: Closed({ slug: Type.String(), name: Type.String() }),
  version: Type.String({ description: 'Version of Task Service' }),
  api_base: Type.String({ description: 'Base path of the API on this host', examples: ['/api'] }),
})
export type Me = Static<typeof Me>

export const SignOut = Closed({
  path: Type.String({ description: 'Opening this path clears the password in the browser' }),
})
export type SignOut = Static<typeof SignOut>
