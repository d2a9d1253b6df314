// Opens a connection to a checked address, never to a name, and checks the reached address again.
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { AddressGuard } from './address-guard.ts'
import { codeOf, EgressError, type FailureCode, fail } from './failure.ts'

export type SocketTarget = {
  /** What messages call it: the host in the URL, never the address it resolves to. */
  host: string
  /** An IP address; only a proxy may be given a name. */
  address: string
  port: number
  /** The name that the certificate must match; null without TLS. */
  secureFor: string | null
}

/** Opens a tunnel through a proxy. */
export type OpenTunnel = (authority: string, signal: AbortSignal) => Promise<Duplex>

export type OpenSocketOptions = {
  guard: AddressGuard
  timeoutMs: number
  openTunnel: OpenTunnel | null
}

/** Throws EgressError. */
export async function openSocket(
  target: SocketTarget,
  { guard, timeoutMs, openTunnel }: OpenSocketOptions,
): Promise<Duplex> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const raw = openTunnel
      ? await openTunnel(authorityOf(target), late.signal)
      : await openDirectly(target, guard, late.signal)
    if (target.secureFor === null) return raw
    return await secure(raw, { ...target, secureFor: target.secureFor }, late.signal)
  } catch (error) {
    if (late.signal.aborted) {
      const detail = `Connection to ${nameOf(target)} timed out after ${timeoutMs} ms.`
      throw failure('connect_timeout', detail, target.address)
    }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function openDirectly(
  target: SocketTarget,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<Socket> {
  const { address, port } = target
  const socket = connectTcp({ host: address, port, noDelay: true, autoSelectFamily: false, lookup })
  try {
    await settle(socket, 'connect', signal)
  } catch (error) {
    throw failure(
      'connect_failed',
      `Connection to ${nameOf(target)} failed (${codeOf(error)}).`,
      address,
    )
  }
  // The kernel, a firewall or a transparent proxy could have redirected the connection.
  const peer = guard.judge(socket.remoteAddress ?? '')
  if (!peer.allowed || peer.address !== guard.judge(address).address) {
    socket.destroy()
    throw failure(
      'forbidden_address',
      `The connection to ${nameOf(target)} reached another address.`,
      peer.address,
    )
  }
  return socket
}

// Sockets are never opened by name: the name could resolve differently than in the check before.
function lookup(hostname: string, _: unknown, done: (error: Error, address: string) => void): void {
  done(new Error(`${hostname} is not an address`), '')
}

async function secure(
  raw: Duplex,
  { host, address, secureFor: name }: SocketTarget & { secureFor: string },
  signal: AbortSignal,
): Promise<Duplex> {
  try {
    const socket = connectTls({
      socket: raw,
      // Without a name the certificate must match the address itself.
      ...(isIP(name) === 0 ? { host: name, servername: name } : { host: address }),
      ALPNProtocols: ['http/1.1'],
      // NODE_TLS_REJECT_UNAUTHORIZED=0 must have no effect here.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    })
    await settle(socket, 'secureConnect', signal)
    return socket
  } catch (error) {
    raw.destroy()
    throw failure('tls_failed', describeTlsError(host, codeOf(error)), address)
  }
}

function settle(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Error('timed out'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    // Never removed: an error without a listener would end the process, and for a moment the socket has no other.
    socket.on('error', reject)
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    socket.once(event, () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    })
  })
}

function describeTlsError(host: string, code: string): string {
  const certificate = `The TLS certificate of ${host}`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `${certificate} is for another host.`
  if (code === 'CERT_HAS_EXPIRED') return `${certificate} has expired.`
  if (/SELF_SIGNED|UNABLE_TO|ISSUER|SIGNATURE/.test(code)) {
    return `${certificate} is not signed by a trusted authority (${code}).`
  }
  return `TLS handshake with ${host} failed (${code}).`
}

function nameOf({ host, port }: SocketTarget): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function authorityOf({ address, port }: SocketTarget): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

function failure(code: FailureCode, detail: string, address: string): EgressError {
  return new EgressError(fail(code, detail, { address }))
}
