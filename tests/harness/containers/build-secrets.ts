// What `npm ci` inside an image build needs of this machine: where packages come from and whom to trust. Handed over as
// build secrets, so that neither the image nor its history knows them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Paths of this machine mean nothing inside the build; the certificates come as a secret of their own. */
const LOCAL_SETTINGS = /^\s*(cafile|cache|prefix|nodedir|globalconfig|userconfig)\s*=/

/** Arguments for `podman build`; the files are written to `folder`. */
export function buildSecrets(folder: string): string[] {
  const { env } = process
  const globalConfig = env['NPM_CONFIG_GLOBALCONFIG'] ?? env['npm_config_globalconfig']
  const files = [globalConfig, join(homedir(), '.npmrc')]
  const lines = files.flatMap((file) =>
    file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [],
  )
  const authority = lines.map((line) => /^\s*cafile\s*=\s*(\S+)/.exec(line)?.[1]).find(Boolean)
  const npmrc = join(folder, 'npmrc')
  writeFileSync(npmrc, lines.filter((line) => !LOCAL_SETTINGS.test(line)).join('\n'), {
    mode: 0o600,
  })
  const ca = authority ?? env['NODE_EXTRA_CA_CERTS']
  return [
    `--secret=id=npmrc,src=${npmrc}`,
    ...(ca && existsSync(ca) ? [`--secret=id=ca,src=${ca}`] : []),
  ]
}
