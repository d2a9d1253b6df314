// Retired words that stay, each with its reason. At most 30 entries: a long list would be a second vocabulary.

export type AllowedWord = {
  /** A path, or the beginning of one that ends with `/`. */
  readonly path: string
  /** What may stand there, each as a whole word in any case. */
  readonly words: readonly string[]
  readonly why: string
}

export const allowedWords: readonly AllowedWord[] = [
  { path: 'tests/language/', words: ['.*'], why: 'names the retired words' },
  { path: 'deploy/edge/policy.yaml', words: ['tokenise'], why: 'a value of the policy file' },
  {
    path: 'edge/src/',
    words: ['tokenise', 'tokenised'],
    why: 'values of the policy file and of the edge protocol',
  },
  {
    path: 'edge/src/commands/program.ts',
    words: ['enrol'],
    why: 'the former name of a command, kept as an alias',
  },
  {
    path: 'tests/e2e/harness/connectors/',
    words: ['tokenised'],
    why: 'a value of the edge protocol',
  },
  { path: 'tests/edge/', words: ['tokenise'], why: 'a value of the policy file' },
  {
    path: 'tests/harness/edge/',
    words: ['tokenise'],
    why: 'a value of the policy file',
  },
  {
    path: 'tests/harness/edge-world/policy.ts',
    words: ['tokenise'],
    why: 'a value of the policy file',
  },
  {
    path: 'proofs/edge-sql/hostile-policy.ts',
    words: ['tokenise'],
    why: 'a value of the policy file',
  },
  {
    path: 'tools/sdk/method-names.ts',
    words: ['enrol'],
    why: 'the id of an operation, whose method has another name',
  },
  {
    path: 'proofs/plans/edge-mix.ts',
    words: ['enrol', 'enrolment'],
    why: 'the id and the path of an operation',
  },
  {
    path: 'server/src/commands/doctor/doctor.ts',
    words: ['mend'],
    why: 'the former name of a field of `doctor --json`',
  },
  {
    path: 'tests/operate/commands.test.ts',
    words: ['mend'],
    why: 'the former name of a field of `doctor --json`',
  },
  { path: 'tests/harness/unprivileged-user.ts', words: ['nobody'], why: 'a user of Unix systems' },
  {
    path: 'dashboard/src/words/en/connectors.json',
    words: ['refused', 'tokenised'],
    why: 'values of the API and their labels',
  },
  {
    path: 'dashboard/src/words/en/shell.json',
    words: ['colour'],
    why: 'what users may type in the search',
  },
  {
    path: 'contract/src/edge/',
    words: ['refused', 'tokenised', 'enrol'],
    why: 'values of the edge protocol and the path of a request',
  },
  { path: 'contract/src/connectors/edge-jobs.ts', words: ['refused'], why: 'a state in the API' },
  {
    path: 'contract/src/integrations/sync-requests.ts',
    words: ['refused'],
    why: 'a value of the API',
  },
  {
    path: 'server/src/domains/connectors/routes.keys.test.ts',
    words: ['tokenised'],
    why: 'a value of the edge protocol',
  },
  {
    path: 'server/src/domains/users/worst-passwords.ts',
    words: ['nobody'],
    why: 'a common password',
  },
  { path: 'tests/language.test.ts', words: ['.*'], why: 'names the retired words' },
]

/** Names that clients, connectors or stored rows depend on. They stay wherever they are used. */
export type PublishedNames = { readonly names: readonly string[]; readonly why: string }

export const publishedNames: readonly PublishedNames[] = [
  { names: ['enrolment_token', 'enrolment_expires_at'], why: 'fields of a connector in the API' },
  { names: ['enrolment_hash'], why: 'a column of a released migration' },
  {
    names: [
      'edge_refused',
      'integration_fields_refused',
      'integration_host_refused',
      'message_refused',
      'password_refused',
      'webhook_url_refused',
    ],
    why: 'error codes, which are never renamed',
  },
  { names: ['refused_address'], why: 'the reason of a failed delivery in the API' },
]
