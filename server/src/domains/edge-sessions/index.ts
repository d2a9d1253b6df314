// Public interface of sessions: how a connector gets its key, proves itself, and is admitted again after a restore.
export { admitFrame, findSessionKey, type SessionKey } from './service/admit-frame.ts'
export { enroll } from './service/enroll.ts'
export { giveChallenge, openSession } from './service/open-session.ts'
export { rotateKey } from './service/rotate-key.ts'
