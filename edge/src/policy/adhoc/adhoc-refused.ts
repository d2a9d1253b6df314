// SQL of others that is not run; the message names a kind of thing, never a value.
export class AdhocRefused extends Error {
  override readonly name = 'AdhocRefused'
}
