// Says which package is to be installed.
export class DriverMissing extends Error {
  override readonly name = 'DriverMissing'
  constructor(packageName: string) {
    super(
      `The driver ${packageName} is not installed. Install it beside task-edge with npm i ${packageName}, with -g if task-edge was; for a container see Engines in the guide.`,
    )
  }
}
