// A secret that prints as `[redacted]` everywhere, so that no log, error or response can contain it.
import { inspect } from 'node:util'

const redacted = '[redacted]'

export class Secret<T extends string | Uint8Array = string> {
  // A #private field is invisible to JSON, spread, structuredClone and inspect({ showHidden: true }).
  readonly #value: T

  private constructor(value: T) {
    this.#value = value
  }

  static from<T extends string | Uint8Array>(value: T): Secret<T> {
    return new Secret(value)
  }

  /** The only access to the value: call it where the value is used, and keep no plain copy. */
  reveal(): T {
    return this.#value
  }

  toString(): string {
    return redacted
  }

  toJSON(): string {
    return redacted
  }

  [inspect.custom](): string {
    return redacted
  }
}
