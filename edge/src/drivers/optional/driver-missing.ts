// The error of a driver package that is not installed.
export class DriverMissing extends Error {
  override readonly name = 'DriverMissing'
  constructor(packageName: string) {
    super(
      `The driver ${packageName} is not installed. Install it next to task-edge: npm i ${packageName} (with -g if task-edge is installed globally). For containers, see Engines in the guide.`,
    )
  }
}
