// The steps of `.ci/run`: installation, checks, tests, and the programs of the tier `change`.
import type { Program } from '../programs/programs.ts'
import type { Requirement } from '../programs/proof.ts'
import type { Step } from './step.ts'

const newStep = (
  name: string,
  command: string,
  rest: Partial<Step> & { budgetSeconds: number },
): Step => ({
  name,
  command,
  after: [],
  cores: 1,
  exclusive: false,
  ...rest,
})

/** They finish before everything else, which needs them. */
export const installSteps: readonly Step[] = [
  newStep('system packages', 'tools/ci/install-packages.sh', { budgetSeconds: 240 }),
  newStep('npm ci', 'npm ci', { budgetSeconds: 90 }),
  newStep('dashboard', 'node tools/build/build-dashboard.ts --if-needed', {
    after: ['npm ci'],
    budgetSeconds: 30,
  }),
  // It needs only its own packages, and is ready before the system packages are.
  newStep('documentation', 'node tools/build/build-site.ts --if-needed', { budgetSeconds: 120 }),
]

/** How to install each requirement of programs. */
const requirementSteps: Record<Requirement, Step> = {
  containers: newStep('container engine', 'tools/ci/probe-containers.sh', {
    optional: true,
    budgetSeconds: 240,
  }),
  'network namespaces': newStep('network namespaces', 'tools/ci/probe-namespaces.sh', {
    optional: true,
    cores: 0.1,
    budgetSeconds: 5,
  }),
}

export const codeSteps: readonly Step[] = [
  newStep('check', 'npm run --silent check', { cores: 2, budgetSeconds: 90 }),
  newStep('test', 'npm test --silent', {
    retryCommand: 'npm test --silent -- --failed',
    cores: 2,
    budgetSeconds: 660,
  }),
  newStep('e2e', 'npm run --silent e2e', {
    retryCommand: 'npm run --silent e2e -- --failed',
    cores: 2,
    budgetSeconds: 540,
  }),
]

const ALL_CASES = 'TEST_SAMPLE=all'

/** Whole: no samples, and the tests that take too long for every change. */
export const releaseSteps: readonly Step[] = [
  ...codeSteps.map((step) => (step.name === 'check' ? step : withAllCases(step))),
  newStep(
    'release tests',
    "npm test --silent -- '{integrations,server,tests}/**/*.release.test.ts'",
    { cores: 2, budgetSeconds: 600 },
  ),
]

/** Named differently, or a run of `.ci/run` would count for it. */
function withAllCases({ name, command, retryCommand, budgetSeconds, ...rest }: Step): Step {
  return {
    ...rest,
    name: `${name}, all cases`,
    command: `${ALL_CASES} ${command}`,
    ...(retryCommand !== undefined && { retryCommand: `${ALL_CASES} ${retryCommand}` }),
    budgetSeconds: budgetSeconds * 2,
  }
}

export function requirementsOf(programs: readonly Program[]): Step[] {
  const needed = new Set(programs.flatMap(({ proof }) => proof.requires ?? []))
  return [...needed].map((requirement) => requirementSteps[requirement])
}

export function changeSteps(programs: readonly Program[]): Step[] {
  const inTier = programs.filter(({ proof }) => proof.tier === 'change')
  // First those that find most faults; then the longest, so that parallel steps end at about the same time.
  const programSteps = inTier.map(changeStep).toSorted((a, b) => b.budgetSeconds - a.budgetSeconds)
  return [...requirementsOf(inTier), ...codeSteps, ...programSteps]
}

function changeStep(program: Program): Step {
  const step = programStep(program)
  const { changeSeed } = program.proof
  return changeSeed === undefined
    ? step
    : { ...step, command: `${step.command} --seed ${changeSeed}` }
}

/** With a new seed each time, which the program prints. */
export function programStep({ verb, name, proof }: Program): Step {
  const { budgetSeconds, exclusive = false, mutex, requires = [], cores = 1 } = proof
  return newStep(`${verb} ${name}`, `npm run --silent ${verb} -- ${name}`, {
    after: requires.map((requirement) => requirementSteps[requirement].name),
    cores,
    exclusive,
    mutex,
    budgetSeconds,
  })
}
