// Words that this repository no longer uses, and what to write instead. People search for the terms of the field, and a
// private word for a known thing hides it from them.

export type RetiredWord = {
  /** A regular expression without delimiters; it matches whole words in any case. */
  readonly words: string
  readonly write: string
  /** `text`: only in what users, operators and contributors read. Otherwise in code and comments too. */
  readonly scope?: 'text'
  /** A file that matches it may use the word: there it has another meaning. */
  readonly unless?: RegExp
}

export const retiredWords: readonly RetiredWord[] = [
  { words: 'over there|the other side', write: "the vendor's name, or “the external system”" },
  { words: 'mend(s|ed|ing)?', write: 'fix' },
  { words: 'whoever', write: 'anyone who, the user, the caller' },
  { words: 'somebody|anybody', write: 'someone, anyone, or the role: a user, another process' },
  { words: 'nobody', write: 'no one, none, or the missing thing: no reader, unassigned' },
  { words: 'anew', write: 'again, or re-: re-enter, re-enroll' },
  { words: '(is|are|be|been|was|were) told', write: 'is notified, gets, shows, returns' },
  { words: 'under way|at hand', write: 'in progress, running, in flight, pending' },
  { words: 'for ever', write: 'forever' },
  { words: 'any more(?=[.,;:)])', write: 'no longer' },
  { words: 'housekeeping|keeps? house', write: 'maintenance' },
  { words: 'go(es)? on|went on|going on', write: 'continue, resume' },
  { words: 'by itself', write: 'automatically, alone' },
  { words: 'by hand', write: 'manually' },
  { words: 'came of it|what came out', write: 'result' },
  // `connectors.enrol` is the id of an operation.
  { words: '(?<!connectors\\.)enrols?|enrolments?', write: 'enroll, enrollment' },
  { words: 'cancell(ed|ing)', write: 'canceled, canceling' },
  {
    words: 'behaviours?|colours?|neighbours?|neighbouring|honour(s|ed)?|favourites?',
    write: 'US spelling: behavior, color, neighbor',
  },
  {
    words: 'licences?|defences?|catalogues?|artefacts?|grey|centres?',
    write: 'US spelling: license, defense, catalog, artifact, gray, center',
  },
  {
    words: '\\w*(organ|recogn|normal|token|serial|initial|optim|minim|summar)is(e|es|ed|ing|ation)',
    write: 'US spelling: -ize',
  },
  { words: 'labelled|travelled|modelled|signalled', write: 'US spelling: one l' },
  // Names in code that the field calls otherwise.
  { words: 'turnstiles?', write: 'Semaphore' },
  { words: 'brief memory|recent map', write: 'TtlCache, LruMap' },
  { words: 'rising delay|(im)?patience[ _]ms', write: 'Backoff, or the name of the limit' },
  { words: 'read trains?|passengers?', write: 'ReadBatcher, PendingRead' },
  { words: 'errands?', write: 'long poll, background request' },
  { words: 'doings', write: 'activity' },
  { words: 'needy', write: 'needs attention' },
  { words: 'way out|way faults', write: 'uplink, egress, connection errors' },
  { words: 'custody|guest room', write: 'master key status, sandbox' },
  { words: 'waiting room', write: 'admission queue' },
  { words: 'consignments?|parcels?', write: 'delivery, delivery request, delivery attempt' },
  // In texts only: in code they are ordinary words.
  {
    words: 'answers?|answered|answering',
    write: 'response, returns, responds with',
    scope: 'text',
    // People answer questions.
    unless: /\bquestions?\b/i,
  },
  {
    words: '(?<!connections? (was |were )?)(refuses?|refused|refusing|refusals?)(?! connection)',
    write: 'reject, rejected',
    scope: 'text',
  },
  { words: 'sealed|seals?|sealing', write: 'encrypted', scope: 'text' },
  { words: 'looks? for news|read now', write: 'sync, sync now', scope: 'text' },
  { words: 'taken over', write: 'imported', scope: 'text' },
  { words: 'in step(?! \\d)', write: 'in sync', scope: 'text' },
  {
    words: 'of (its|their|your|our) own(?=[.,;:)]|$| (and|or|that|which)\\b)',
    write: 'its own …, custom …',
    scope: 'text',
  },
  { words: 'meanwhile', write: 'in the meantime, or nothing', scope: 'text' },
  { words: 'elsewhere', write: 'the name of the place', scope: 'text' },
]
