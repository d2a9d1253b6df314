// People who sign in to the dashboard. Their passwords go in and never come out.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Closed, Nullable, Text, Timestamp } from '../schema.ts'

export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 256
export const RESET_LINK_HOURS = 24

/** HTTP Basic divides at the first colon, so a username has none. */
export const Username = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]*$',
  description: 'What they sign in with; upper and lower case are the same',
  examples: ['ada'],
})

export const PersonName = Text({ maxLength: 200, description: 'What others see' })

export const Password = Text({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  description: `At least ${PASSWORD_LENGTH_MIN} characters, and not one that is guessed first`,
})

export const User = Closed({
  id: Id('user'),
  username: Username,
  name: PersonName,
  has_password: Type.Boolean({ description: 'False until they have used their first link' }),
  must_change_password: Type.Boolean({ description: 'Somebody else knows the password' }),
  disabled_at: Nullable(Timestamp('Since when they cannot sign in')),
  last_sign_in_at: Nullable(Timestamp('To within five minutes')),
  reset_link_expires_at: Nullable(Timestamp('Until when a link that nobody used yet works')),
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
    description: 'Behind the address of the dashboard; whoever opens it chooses the password',
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
  { description: 'Without a password the answer has a link by which they choose one' },
)
export type UserCreate = Static<typeof UserCreate>

export const UserCreated = Closed({
  user: User,
  reset_link: Nullable(ResetLink, { description: 'Told here and nowhere else' }),
})
export type UserCreated = Static<typeof UserCreated>

export const UserChange = Closed(
  { username: Type.Optional(Username), name: Type.Optional(PersonName) },
  { minProperties: 1, description: 'What is left out stays' },
)
export type UserChange = Static<typeof UserChange>

export const PasswordSetting = Closed({
  password: Password,
  must_change_password: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether they are asked for one of their own' }),
  ),
})
export type PasswordSetting = Static<typeof PasswordSetting>

/** The earlier one may be shorter than what is asked for today. */
export const PasswordChange = Closed({
  current_password: Text({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX }),
  new_password: Password,
})
export type PasswordChange = Static<typeof PasswordChange>

export const PasswordReset = Closed({
  token: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'Behind `#token=` of the link',
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
  version: Type.String({ description: 'Version of the service' }),
  api_base: Type.String({ description: 'Path of the API at this address', examples: ['/api'] }),
})
export type Me = Static<typeof Me>

export const SignOut = Closed({
  path: Type.String({ description: 'Open it: the browser forgets the password there' }),
})
export type SignOut = Static<typeof SignOut>
