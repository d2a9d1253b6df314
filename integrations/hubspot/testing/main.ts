// HubSpot's emulator as a program of its own, so that it can be killed: `node main.ts <port> [journal]`. Says where it listens.
import { startEmulator } from './emulator.ts'

const [port = '0', journal] = process.argv.slice(2)
const { origin } = await startEmulator({
  port: Number(port),
  ...(journal !== undefined && { journal }),
})
process.stdout.write(`${origin}\n`)
