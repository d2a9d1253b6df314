// The modules around the product. They may import anything that is declared, except from proofs and benches.
import type { OuterModuleRow } from '../rule-types.ts'

export const outerModules: readonly OuterModuleRow[] = [
  // What an integration is tried against; nothing that ships may import it.
  { module: 'integrations/testing', path: 'integrations/*/testing' },
  { module: 'tests', path: 'tests' },
  { module: 'tools', path: 'tools' },
  {
    module: 'bench',
    path: 'bench',
    programs: { files: ['run.ts'], shared: 'lib', importedBy: [] },
  },
  {
    module: 'proofs',
    path: 'proofs',
    // The reference pages are generated from tables of proofs.
    programs: { files: ['run.ts'], importedBy: ['tools'] },
  },
  { module: 'examples', path: 'examples' },
  // A package of its own: Astro bundles it, and the product never imports it.
  { module: 'site', path: 'site', virtual: ['astro:content'] },
]
