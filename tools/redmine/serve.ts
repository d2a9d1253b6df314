// `node tools/redmine/serve.ts`: a real Redmine with known keys to test the integration manually, until Ctrl-C. Enter resets it.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isRedmineInstalled } from '../../integrations/redmine/testing/redmine-program.ts'
import { keys, project, startRedmine } from '../../integrations/redmine/testing/redmine-server.ts'

if (!isRedmineInstalled())
  execFileSync(join(import.meta.dirname, 'install.sh'), { stdio: 'inherit' })
const server = await startRedmine()
const people = Object.entries(keys).map(
  ([name, key]) => `  ${name.padEnd(9)} ${key}  password passw0rd-${name}`,
)
process.stdout.write(
  `Redmine: ${server.url}  project: ${project}\n${people.join('\n')}\nEnter: reset. Ctrl-C: stop.\n`,
)

const input = createInterface({ input: process.stdin })
input.on('line', () => void server.reset().then(() => process.stdout.write('Reset.\n')))
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(input, 'SIGINT')])
input.close()
await server.stop()
