// Shows that a GitHub repository and its tasks stay the same, whoever changes what and whoever is killed meanwhile.
import { proveSync } from '../lib/sync/prove-sync.ts'

export const proof = proveSync('github')
