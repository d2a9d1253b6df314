// The Node.js that the program needs, checked before anything else is loaded.

const REQUIRED = [22, 12] as const

/** Older versions cannot load the dependencies, and would report a syntax error or a missing function. */
export function findNodeFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [requiredMajor, requiredMinor] = REQUIRED
  if (major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)) return undefined
  return `tasks needs Node.js ${REQUIRED.join('.')} or newer; this is ${version}. Install a newer version from https://nodejs.org.`
}
