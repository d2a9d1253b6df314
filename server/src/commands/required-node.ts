// The Node.js this program needs, checked before anything else is loaded.

const REQUIRED_MAJOR = 26

/** Older versions cannot sandbox integrations: their permission model does not cover the network. */
export function findNodeFault(version: string): string | undefined {
  const major = Number(version.replace(/^v/, '').split('.')[0])
  if (major >= REQUIRED_MAJOR) return undefined
  return `Task Service needs Node.js ${REQUIRED_MAJOR} or newer; this is ${version}. Install it from nodejs.org, or run eval "$(tools/setup.sh)" in a checkout.`
}
