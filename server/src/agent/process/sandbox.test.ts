import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createSandbox } from './sandbox.ts'
import { sandboxFlags } from './sandbox-flags.ts'

const child = fileURLToPath(new URL('../child', import.meta.url))
const flags = sandboxFlags([child], 64)

test('every escape is denied', async () => {
  assert.equal(await createSandbox(flags).findFault(), undefined)
})

/** Which attempts the check reports as open when this flag is left out or added. */
const controls: [name: string, flags: string[], open: RegExp][] = [
  [
    'without --permission',
    flags.filter((flag) => flag !== '--permission' && !flag.startsWith('--allow-')),
    /connecting to a socket, listening on a socket, sending a datagram, looking up a host, reading a file, writing a file, starting a process, starting a worker, using WASI, opening the inspector, using process\.binding\./,
  ],
  [
    'with --allow-net, as where Node.js cannot deny it',
    [...flags, '--allow-net'],
    /not deny connecting to a socket, listening on a socket, sending a datagram, looking up a host\./,
  ],
  [
    'with --allow-child-process',
    [...flags, '--allow-child-process'],
    /not deny starting a process\./,
  ],
  ['with --allow-worker', [...flags, '--allow-worker'], /not deny starting a worker\./],
  ['with --allow-wasi', [...flags, '--allow-wasi'], /not deny using WASI\./],
  ['with --allow-inspector', [...flags, '--allow-inspector'], /not deny opening the inspector\./],
  ['with --allow-fs-write', [...flags, '--allow-fs-write=/tmp/*'], /not deny writing a file\./],
  [
    'with addons',
    [...flags.filter((flag) => flag !== '--no-addons'), '--allow-addons'],
    /not deny loading a native addon\./,
  ],
  [
    'without --frozen-intrinsics',
    flags.filter((flag) => flag !== '--frozen-intrinsics'),
    /not deny changing primordials\./,
  ],
  [
    'with code from strings',
    flags.filter((flag) => flag !== '--disallow-code-generation-from-strings'),
    /not deny code from strings\./,
  ],
]

for (const [name, weakened, open] of controls) {
  test(`control: ${name} the check fails`, async () => {
    const fault = await createSandbox(weakened).findFault()
    assert.match(fault ?? 'nothing was noticed', open)
  })
}

test('if the check cannot run, no integration runs', async () => {
  const fault = await createSandbox(['--no-such-flag']).findFault()
  assert.match(fault ?? '', /Plugins are disabled: the sandbox could not be tested/)
})
