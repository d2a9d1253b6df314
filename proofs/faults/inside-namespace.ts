// The process inside the namespaces: runs the proof and prints the verdict.
import { reportVerdict } from '../../tests/harness/network/prove-inside.ts'
import { prove } from './faults-body.ts'

await reportVerdict((options) => prove(options))
