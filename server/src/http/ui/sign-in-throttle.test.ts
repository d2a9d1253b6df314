import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '#lib/problem.ts'
import { signInThrottle } from './sign-in-throttle.ts'

/** `known`: networks from which the user signed in before, as stored in the database. */
function begin(perHour: number | null = 50, known: readonly string[] = []) {
  const clock = { ms: 1_000 }
  const reads = { count: 0 }
  const readNetworks = async () => {
    reads.count++
    return known
  }
  const throttle = signInThrottle(perHour, () => clock.ms)
  /** Seconds to wait, or 0 when the password was checked and was wrong. */
  const guess = async (network: string, account = 'acme ada') => {
    try {
      await throttle.enter({ account, network, readNetworks })
      return 0
    } catch (error) {
      assert.ok(error instanceof Problem && error.code === 'rate_limited')
      return Number(error.headers['retry-after'])
    }
  }
  const succeed = async (network: string) => {
    const turn = await throttle.enter({ account: 'acme ada', network, readNetworks })
    await turn.succeeded()
  }
  return { clock, throttle, guess, succeed, reads, readNetworks }
}

const networks = Array.from({ length: 300 }, (_, index) => `net-${index}`)

describe('guessing', () => {
  test('from one network is free five times, then waits longer each time', async () => {
    const { clock, guess } = begin()
    for (let i = 0; i < 6; i++) assert.equal(await guess('home'), 0)
    const waits: number[] = []
    for (let i = 0; i < 5; i++) {
      const seconds = await guess('home')
      waits.push(seconds)
      clock.ms += seconds * 1_000
      assert.equal(await guess('home'), 0)
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16])
  })

  test('from one network for an hour gets a few dozen passwords checked', async () => {
    const { clock, guess } = begin()
    let looked = 0
    for (const end = clock.ms + 3_600_000; clock.ms < end; clock.ms += 1_000) {
      if ((await guess('home')) === 0) looked++
    }
    assert.ok(looked >= 10 && looked <= 25, `${looked}`)
  })

  test('from many networks at once does not exceed the budget', async () => {
    const { guess } = begin()
    let looked = 0
    for (const network of networks) {
      for (let i = 0; i < 6; i++) if ((await guess(network)) === 0) looked++
    }
    assert.ok(looked <= 50, `${looked}`)
  })

  test('concurrently counts each attempt', async () => {
    const { guess } = begin()
    const waits = await Promise.all(Array.from({ length: 40 }, () => guess('home')))
    assert.equal(waits.filter((seconds) => seconds === 0).length, 6)
  })

  test('for many names from one network is bounded too', async () => {
    const { guess } = begin()
    const waits = await Promise.all(networks.map((name) => guess('home', `acme ${name}`)))
    assert.equal(waits.filter((seconds) => seconds === 0).length, 60)
  })

  test('from known networks is bounded by the wait of each', async () => {
    const known = networks.slice(0, 16)
    const { clock, guess } = begin(2, known)
    let looked = 0
    for (const end = clock.ms + 3_600_000; clock.ms < end; clock.ms += 5_000) {
      for (const network of known) if ((await guess(network)) === 0) looked++
    }
    assert.ok(looked <= 16 * 25, `${looked}`)
  })

  test('reads the known networks of a user once a minute at most', async () => {
    const { guess, reads } = begin()
    for (const network of networks) for (let i = 0; i < 3; i++) await guess(network)
    assert.equal(reads.count, 1)
  })

  test('control: without the throttle every password is checked', async () => {
    const { guess } = begin(null)
    for (const network of networks) assert.equal(await guess(network), 0)
  })
})

describe('the owner', () => {
  const home = '198.51.100.0/24'

  test('signs in, even after a typo, while all small networks of a larger one guess', async () => {
    const large = [
      Array.from({ length: 256 }, (_, index) => `2001:db8:7:${index.toString(16)}::/64`),
      Array.from({ length: 256 }, (_, index) => `203.0.${index}.0/24`),
    ]
    for (const ofOne of large) {
      const { guess, succeed } = begin()
      for (const network of ofOne) for (let i = 0; i < 3; i++) await guess(network)
      await succeed('192.0.2.0/24')
      assert.equal(await guess(home), 0, 'checked, and wrong')
      await succeed(home)
    }
  })

  test('is not delayed in a known network, while others in it guess', async () => {
    const { guess, succeed } = begin()
    await succeed(home)
    for (const name of networks) await guess(home, `acme ${name}`)
    await succeed(home)
  })

  test('signs in from another network while an attacker guesses from one', async () => {
    const { guess, succeed } = begin()
    for (let i = 0; i < 100; i++) await guess('attacker')
    await succeed('home')
  })

  test('continues from a known network, while a thousand networks guess', async () => {
    const { guess, succeed } = begin()
    await succeed('home')
    for (const network of networks) await guess(network)
    await succeed('home')
  })

  test('starts over after the right password', async () => {
    const { guess, succeed } = begin()
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 4; i++) assert.equal(await guess('home'), 0)
      await succeed('home')
    }
  })

  test('signs in from their own network after a restart, while hundreds of networks guess', async () => {
    const { guess, succeed } = begin(50, [home])
    for (const network of networks) for (let i = 0; i < 3; i++) await guess(network)
    assert.equal(await guess(home), 0, 'checked, and wrong')
    await succeed(home)
  })

  test('signs in from a new network while ten larger networks guess', async () => {
    const { guess, succeed } = begin(500)
    for (let large = 0; large < 10; large++) {
      for (let index = 0; index < 100; index++) {
        for (let i = 0; i < 3; i++) await guess(`203.${large}.${index}.0/24`)
      }
    }
    await succeed(home)
  })

  test('is refunded for mistakes on signing in', async () => {
    const { guess, succeed } = begin()
    for (const network of networks.slice(0, 100)) {
      for (let i = 0; i < 3; i++) assert.equal(await guess(network), 0, network)
      await succeed(network)
    }
    assert.equal(await guess(home), 0)
  })

  test('control: in an unknown network the budget counts', async () => {
    const { guess } = begin(50, ['192.0.2.0/24'])
    for (const network of networks) await guess(network)
    assert.ok((await guess(home)) > 0)
  })

  test('of another name is not delayed', async () => {
    const { guess } = begin()
    for (const network of networks) await guess(network)
    assert.equal(await guess('somewhere', 'acme grace'), 0)
    assert.equal(await guess('somewhere', 'globex ada'), 0)
  })

  test('is not charged for an internal failure', async () => {
    const { throttle, guess, readNetworks } = begin()
    for (let i = 0; i < 100; i++) {
      const turn = await throttle.enter({ account: 'acme ada', network: 'home', readNetworks })
      await turn.abandoned()
    }
    assert.equal(await guess('home'), 0)
  })
})
