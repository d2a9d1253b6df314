// The process beside HAProxy and the service: takes the name of the network, prints the verdict.
import { namedLabNetwork } from '../../tests/harness/failover/lab-network.ts'
import { reportVerdict } from '../../tests/harness/network/prove-inside.ts'
import { prove } from './failover-body.ts'

await reportVerdict((options, [mark = '', patroniFolder = '']) =>
  prove(options, namedLabNetwork(mark), patroniFolder),
)
