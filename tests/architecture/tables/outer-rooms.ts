// The rooms around the product. They may import anything that is declared, except from proofs and benches.
import type { OuterRoomRow } from '../rule-types.ts'

export const outerRooms: readonly OuterRoomRow[] = [
  // What an integration is tried against; nothing that ships may import it.
  { room: 'integrations/testing', path: 'integrations/*/testing' },
  { room: 'tests', path: 'tests' },
  { room: 'tools', path: 'tools' },
  {
    room: 'bench',
    path: 'bench',
    programs: { files: ['run.ts'], shared: 'lib', importedBy: [] },
  },
  {
    room: 'proofs',
    path: 'proofs',
    // The reference pages are generated from tables of proofs.
    programs: { files: ['run.ts'], importedBy: ['tools'] },
  },
  { room: 'examples', path: 'examples' },
]
