// An exception of the catalog lint: which finding of which rule is allowed, and why.
import type { CatalogRuleName } from './catalog-rules.ts'

export type CatalogException = {
  rule: CatalogRuleName
  /** Exactly what the rule would report. */
  object: string
  why: string
}
