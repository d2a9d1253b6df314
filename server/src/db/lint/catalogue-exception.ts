// What one line of the exceptions says: which finding of which rule is let pass, and why.
import type { CatalogueRuleName } from './catalogue-rules.ts'

export type CatalogueException = {
  rule: CatalogueRuleName
  /** Word for word what the rule would report. */
  object: string
  why: string
}
