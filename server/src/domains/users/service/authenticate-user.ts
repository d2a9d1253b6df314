// Authenticates a username and password. A password is hashed at most once a minute, yet a disabled user or an old
// password is rejected by every process within a second.
import { createHmac, randomBytes } from 'node:crypto'
import type { Actor } from '@task-service/contract'
import type { PasswordHasher } from '#crypto/password-hasher.ts'
import type { Reader } from '#db/reader.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { createAccessWatch, FRESH_MS, refuseMoved } from '#domains/keys/index.ts'
import { findTenant } from '#domains/tenants/index.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { createLruMap } from '#lib/lru-map.ts'
import type { ClientTrace } from '#lib/network-of.ts'
import {
  type AccountRow,
  listSignInNetworks,
  readAccount,
  updateLastSignIn,
} from '../store/users.ts'
import { createSignInLog, type SignInLog } from './sign-in-log.ts'

export type SignIn = {
  slug: string
  username: string
  password: string
  /** Where it comes from, as far as one party usually has it. */
  network: string
  /** What the audit log says about it; left out when an authenticated request is checked again. */
  visit?: ClientTrace & { requestId: string }
}

export type SignedIn = {
  tenant: { id: string; slug: string }
  suspended: boolean
  status: string
  actor: Actor
  /** Another user knows the password. */
  mustChangePassword: boolean
}

/** The user, or nothing: an unknown name, a wrong password and a disabled user are not told apart. */
export type UserAuthenticator = (signIn: SignIn) => Promise<SignedIn | undefined>

/** Slows down password guessing. */
export type SignInThrottle = {
  /** Throws when it is too early to look at another password. */
  enter: (attempt: Attempt) => Promise<Turn>
}
type Attempt = {
  account: string
  network: string
  /** Where this user signed in before. */
  readNetworks: () => Promise<readonly string[]>
}
type Turn = { succeeded: () => Promise<void>; abandoned: () => Promise<void> }

type RunInTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>

export type UserAuthenticatorOptions = {
  auth: Reader
  read: RunInTenant
  write: RunInTenant
  hasher: Pick<PasswordHasher, 'verify'>
  throttle: SignInThrottle
  onError: (error: unknown) => void
  freshMs?: number
  now?: () => number
}

const RIGHT_MS = 60_000
/** The same wrong guess again is no new guess: open tabs keep sending an earlier password. */
const WRONG_MS = 600_000
const MAX_ENTRIES = 10_000

type Account = {
  tenant: { id: string; slug: string; status: string }
  user: AccountRow
}

type Judged = { account: Account | undefined; isRight: boolean; judgedAt: number; readAt: number }

export function createUserAuthenticator(options: UserAuthenticatorOptions): UserAuthenticator {
  const log = createSignInLog({ write: options.write, onError: options.onError })
  const recognize = createRecognition(options, log)
  return async (signIn) => {
    const found = await recognize(signIn)
    if (found) await refuseMoved(options.auth, { tenant_id: found.tenant.id, status: found.status })
    if (found && signIn.visit) {
      const who = { tenantId: found.tenant.id, userId: decodeId('user', found.actor.id) ?? '' }
      log.signedIn(who, signIn.visit)
    }
    return found
  }
}

function createRecognition(options: UserAuthenticatorOptions, log: SignInLog): UserAuthenticator {
  const now = options.now ?? (() => performance.now())
  const watch = createAccessWatch({ ...options, freshMs: options.freshMs ?? FRESH_MS, now })
  const nameOf = createNames()
  const right = createLruMap<Judged>(MAX_ENTRIES)
  const wrong = createLruMap<Judged>(MAX_ENTRIES)
  const running = new Map<string, Promise<SignedIn | undefined>>()

  /** Whether what was found out about these credentials still stands; reads again what may have changed. */
  async function stands(judged: Judged, signIn: SignIn): Promise<boolean> {
    if (now() - judged.judgedAt >= (judged.isRight ? RIGHT_MS : WRONG_MS)) return false
    if (watch.isFresh(judged)) return true
    const { account: before } = judged
    if (before && before.user.access === (await watch.readVersion())) return true
    const readAt = now()
    const account = await findAccount(options, signIn)
    if (!isSame(before, account)) return false
    Object.assign(judged, { account, readAt })
    return true
  }

  async function judge(name: string, signIn: SignIn): Promise<SignedIn | undefined> {
    // A password that was right is no guess: it is not throttled, and not counted after it was replaced.
    const attempt = right.has(name) ? undefined : attemptOf(options, signIn)
    const turn = attempt && (await options.throttle.enter(attempt))
    const readAt = now()
    try {
      const account = await findAccount(options, signIn)
      const isPassword = await options.hasher.verify(signIn.password, account?.user.password_hash)
      const isRight = isPassword && account !== undefined && isActive(account)
      const judged = { account, isRight, judgedAt: now(), readAt }
      if (!isRight) {
        wrong.set(name, judged)
        noteFailure(log, account, signIn)
        return undefined
      }
      wrong.delete(name)
      right.set(name, judged)
      await turn?.succeeded()
      noteSignIn(options, account, signIn.network)
      return toSignedIn(account)
    } catch (error) {
      await turn?.abandoned()
      throw error
    }
  }

  return async (signIn) => {
    const name = nameOf(signIn)
    const known = wrong.get(name) ?? right.get(name)
    if (known && (await stands(known, signIn))) return recall(known)
    // A page sends a dozen requests at once; one of them verifies the password for all.
    const inFlight = running.get(name)
    if (inFlight) return inFlight
    const judging = judge(name, signIn).finally(() => running.delete(name))
    running.set(name, judging)
    return judging
  }
}

function recall({ isRight, account }: Judged): SignedIn | undefined {
  return isRight && account ? toSignedIn(account) : undefined
}

function noteFailure(log: SignInLog, account: Account | undefined, { visit }: SignIn): void {
  if (account && visit) log.failed({ tenantId: account.tenant.id, userId: account.user.id }, visit)
}

function attemptOf(options: UserAuthenticatorOptions, signIn: SignIn): Attempt {
  const { slug, network } = signIn
  const username = signIn.username.toLowerCase()
  return {
    account: `${slug} ${username}`,
    network,
    async readNetworks() {
      const tenant = await findTenant(options.auth, slug)
      if (!tenant) return []
      return options.read(tenant.tenant_id, (tx) => listSignInNetworks(tx, username))
    },
  }
}

/** Credentials are remembered under a keyed hash, with a key that no other process and no disk has. */
function createNames(): (signIn: SignIn) => string {
  const key = randomBytes(32)
  return ({ slug, username, password }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([slug, username.toLowerCase(), password]))
      .digest('base64')
}

async function findAccount(
  { auth, read }: UserAuthenticatorOptions,
  { slug, username }: SignIn,
): Promise<Account | undefined> {
  const tenant = await findTenant(auth, slug)
  if (!tenant || tenant.status === 'deleting') return undefined
  const { tenant_id: id, status } = tenant
  const user = await read(id, (tx) => readAccount(tx, username.toLowerCase()))
  return { tenant: { id, slug, status }, user }
}

function isActive({ user }: Account): boolean {
  return user.id !== null && user.disabled_at === null
}

const isDisabled = (account: Account | undefined) => (account?.user.disabled_at ?? null) !== null

/** The same in all that decides about a password. */
function isSame(before: Account | undefined, after: Account | undefined): boolean {
  return (
    before?.tenant.id === after?.tenant.id &&
    before?.user.id === after?.user.id &&
    before?.user.password_version === after?.user.password_version &&
    isDisabled(before) === isDisabled(after)
  )
}

function toSignedIn({ tenant, user }: Account): SignedIn {
  return {
    tenant: { id: tenant.id, slug: tenant.slug },
    suspended: tenant.status === 'suspended',
    status: tenant.status,
    actor: { kind: 'user', id: encodeId('user', user.id ?? '') },
    mustChangePassword: user.must_change_password === true,
  }
}

/** No request waits for it or is rejected because it failed. */
function noteSignIn(
  { write, onError }: UserAuthenticatorOptions,
  { tenant, user }: Account,
  network: string,
): void {
  const { id } = user
  if (id !== null) write(tenant.id, (tx) => updateLastSignIn(tx, id, network)).catch(onError)
}
