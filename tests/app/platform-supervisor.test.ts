import { describe, expect, it } from 'vitest'
import type { SecretStore } from '../../src/app/host-files.ts'
import { API_KEY_SECRET, type PlatformChild, supervisePlatform } from '../../src/app/platform-supervisor.ts'
import type { FromPlatformProcess, ToPlatformProcess } from '../../src/shared/bridge/platform-process.ts'
import { type Message, message } from '../../src/shared/messages/message.ts'
import { eventually } from '../setup/eventually.ts'

/** A platform process in memory: the test decides its messages and its death. */
class FakeChild implements PlatformChild {
  readonly heard: ToPlatformProcess[] = []
  started = false
  killed = false
  #listener: (message: FromPlatformProcess) => void = () => {}
  #exit: (how: Message) => void = () => {}
  send(message: ToPlatformProcess) {
    if (message.type === 'start') this.started = true
    else this.heard.push(message)
  }
  onMessage(listener: (message: FromPlatformProcess) => void) {
    this.#listener = listener
  }
  onExit(listener: (how: Message) => void) {
    this.#exit = listener
  }
  kill() {
    this.killed = true
    this.die(message('host.platform_killed', { signal: 'SIGKILL' }))
  }
  say(message: FromPlatformProcess) {
    this.#listener(message)
  }
  die(how = message('host.platform_exited', { exit_code: '1' })) {
    this.#exit(how)
  }
}

const memorySecrets = (initial: Record<string, string> = {}): SecretStore & { kept: Record<string, string> } => {
  const kept = { ...initial }
  return {
    kept,
    get: async (name) => kept[name] ?? null,
    set: async (name, secret) => {
      kept[name] = secret
    },
    delete: async (name) => {
      delete kept[name]
    },
  }
}

function supervised(secrets = memorySecrets(), options = {}) {
  const children: FakeChild[] = []
  const pauses: number[] = []
  const supervisor = supervisePlatform({
    start: () => {
      const child = new FakeChild()
      children.push(child)
      return child
    },
    options: { dataDir: '/data', resourcesDir: '/resources', version: '1.0.0', allowLocalFiles: true },
    secrets,
    log: () => {},
    backoffMs: (attempt) => {
      pauses.push(attempt)
      return 1
    },
    ...options,
  })
  const child = (n: number) => eventually(() => children[n])
  return { supervisor, child, pauses, secrets }
}

const ready = (apiKey: string | null, port = 1): FromPlatformProcess => ({
  type: 'ready',
  baseUrl: `http://127.0.0.1:${port}`,
  apiKey,
})

describe('the platform’s supervisor', () => {
  it('keeps the key of the first start and uses it at the next', async () => {
    const secrets = memorySecrets()
    const first = supervised(secrets)
    ;(await first.child(0)).say(ready('pk_live_1'))
    expect(await first.supervisor.address()).toEqual({ baseUrl: 'http://127.0.0.1:1', apiKey: 'pk_live_1' })
    const second = supervised(secrets)
    ;(await second.child(0)).say(ready(null, 2))
    expect(await second.supervisor.address()).toEqual({ baseUrl: 'http://127.0.0.1:2', apiKey: 'pk_live_1' })
  })

  it('requests a new key when the old one is lost', async () => {
    const { supervisor, child, secrets } = supervised()
    const platform = await child(0)
    expect(platform.started).toBe(true)
    platform.say(ready(null))
    await eventually(() => platform.heard.length > 0)
    expect(platform.heard).toEqual([{ type: 'mint-key' }])
    platform.say({ type: 'key', apiKey: 'pk_live_2' })
    expect((await supervisor.address()).apiKey).toBe('pk_live_2')
    expect(secrets.kept[API_KEY_SECRET]).toBe('pk_live_2')
  })

  it('requests one new key when several calls find the old one rejected', async () => {
    const { supervisor, child } = supervised(memorySecrets({ [API_KEY_SECRET]: 'stale' }))
    const platform = await child(0)
    platform.say(ready(null))
    await supervisor.address()
    const renewed = [supervisor.renewKey('stale'), supervisor.renewKey('stale')]
    platform.say({ type: 'key', apiKey: 'fresh' })
    for (const address of await Promise.all(renewed)) expect(address.apiKey).toBe('fresh')
    expect((await supervisor.renewKey('stale')).apiKey).toBe('fresh')
    expect(platform.heard).toEqual([{ type: 'mint-key' }])
  })

  it('restarts the process when it dies, with growing pauses until it stays alive', async () => {
    const { supervisor, child, pauses } = supervised()
    ;(await child(0)).say(ready('k'))
    await supervisor.address()
    for (let n = 0; n < 3; n++) (await child(n)).die()
    ;(await child(3)).say(ready(null, 9))
    expect((await supervisor.address()).baseUrl).toBe('http://127.0.0.1:9')
    ;(await child(3)).die()
    await child(4)
    expect(pauses).toEqual([0, 1, 2, 0])
  })

  it('gives callers the reason when the platform does not start', async () => {
    const blocked: string[] = []
    const { supervisor, child } = supervised(memorySecrets(), {
      patienceMs: 30,
      backoffMs: () => 1e6,
      onBlocked: (message: string) => blocked.push(message),
    })
    const calling = supervisor.address()
    const platform = await child(0)
    platform.say({ type: 'failed', code: 'data_dir_in_use', message: 'Another Sightline uses this folder.' })
    expect(blocked).toEqual(['Another Sightline uses this folder.'])
    await expect(calling).rejects.toMatchObject({ code: 'unreachable' })
    await expect(supervisor.address()).rejects.toThrow('Another Sightline uses this folder.')
    platform.die()
    await expect(supervisor.address()).rejects.toThrow('Another Sightline uses this folder.')
    await supervisor.stop()
  })

  it('gives callers the reason as a message, for other languages', async () => {
    const { supervisor, child } = supervised(memorySecrets(), { patienceMs: 30, graceMs: 5, backoffMs: () => 1e6 })
    const text = message('host.port_in_use')
    ;(await child(0)).say({ type: 'failed', code: 'port_in_use', message: 'This port is taken.', text })
    await expect(supervisor.address()).rejects.toMatchObject({
      text: message('host.platform_not_running', { reason: text }),
    })
    await supervisor.stop()
  })

  it('stops it in order, by force when it does not respond, and permanently', async () => {
    const { supervisor, child, pauses } = supervised(memorySecrets(), { graceMs: 5 })
    const platform = await child(0)
    const stopping = supervisor.stop()
    expect(platform.heard).toEqual([{ type: 'stop' }])
    await stopping
    expect(platform.killed).toBe(true)
    expect(pauses).toEqual([])
  })
})
