// What a running container may do, read from the kernel's account of its process and by trying, not from its settings.
import { readFileSync } from 'node:fs'
import { inspectContainer, podman } from './engine.ts'

/** Places a program might want to write to. */
const PLACES = ['/', '/app', '/app/compile-cache', '/etc', '/usr/local/bin', '/home']

/** Everything that is looser than it has to be; empty for a confined container. */
export async function findLooseEnds(container: string): Promise<string[]> {
  const facts = await inspectContainer(container)
  if (!facts.State.Running) return ['does not run']
  const status = readStatus(facts.State.Pid)
  const found: string[] = []
  if (status['Uid']?.split(/\s+/).some((uid) => uid === '0')) found.push('runs as root')
  if (!/^\d+(:\d+)?$/.test(facts.Config.User)) found.push('its user is no number')
  for (const set of ['CapEff', 'CapPrm', 'CapBnd', 'CapInh', 'CapAmb']) {
    if (!/^0+$/.test(status[set] ?? '')) found.push(`has capabilities (${set} ${status[set]})`)
  }
  if (status['NoNewPrivs'] !== '1') found.push('can gain privileges')
  if (!facts.HostConfig.ReadonlyRootfs) found.push('its root is not read-only')
  if (facts.HostConfig.Memory === 0) found.push('its memory has no limit')
  for (const place of await writablePlaces(container)) found.push(`can write to ${place}`)
  return found
}

function readStatus(pid: number): Record<string, string | undefined> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/:\s+/, 2)))
}

async function writablePlaces(container: string): Promise<string[]> {
  const script = `for place in ${PLACES.join(' ')}; do touch "$place/probe" 2>/dev/null && echo "$place"; done; true`
  const answer = await podman('exec', container, 'sh', '-c', script)
  return answer.split('\n').filter(Boolean)
}
