// Says which package is to be installed.
export class DriverMissing extends Error {
  override readonly name = 'DriverMissing'
  constructor(packageName: string) {
    super(`The driver ${packageName} is not installed. Run: npm i ${packageName}`)
  }
}
