// What one line of the exceptions says: which finding of which rule is let pass, and why.
import type { CatalogRuleName } from './catalog-rules.ts'

export type CatalogException = {
  rule: CatalogRuleName
  /** Word for word what the rule would report. */
  object: string
  why: string
}
