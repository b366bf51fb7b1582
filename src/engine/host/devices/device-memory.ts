/**
 * Remembers the devices of this machine, and how models did on them, in a JSON file. Several processes may write it: the
 * last one wins, and what is lost is measured again.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../../../disk/atomic-file.ts'
import { Device, DeviceCheck } from '../../../shared/domain/device.ts'
import { VERSION } from '../../../shared/domain/version.ts'
import type { ModelFile } from '../../../shared/engine-contract/job.ts'

const Memory = Type.Object({
  format: Type.Literal('sightline-device-checks'),
  version: Type.Literal(1),
  /** The devices, as long as the key of the machine is the same. */
  machine: Type.Optional(Type.Object({ key: Type.String(), devices: Type.Array(Device) })),
  checks: Type.Record(Type.String(), DeviceCheck),
  /** Devices on which a run of the model failed. */
  avoided: Type.Record(Type.String(), Type.Object({ at: Type.String() })),
  /** Work on a device, under its key and its own id: one whose process is gone has ended with it, or with the machine. */
  attempts: Type.Record(Type.String(), Type.Object({ pid: Type.Integer(), at: Type.String() })),
})
type Memory = Static<typeof Memory>

const empty = (): Memory => ({
  format: 'sightline-device-checks',
  version: 1,
  checks: {},
  avoided: {},
  attempts: {},
})

/** Other versions of engine or driver may do better or worse. */
const keyOf = (model: ModelFile, { id, name }: Pick<Device, 'id' | 'name'>): string =>
  JSON.stringify([model.sha256, id, name, VERSION, ...(model.conversion ? [model.conversion] : [])])

export interface DeviceMemory {
  devices(key: string): Promise<Device[] | null>
  keepDevices(key: string, devices: Device[]): Promise<void>
  check(model: ModelFile, device: Device): Promise<DeviceCheck | null>
  keepCheck(model: ModelFile, device: Device, check: DeviceCheck): Promise<void>
  /** True when a run of the model failed on the device, or ended together with its process. */
  isAvoided(model: ModelFile, device: Device): Promise<boolean>
  /** Notes that the model is about to run on the device; `ended` clears the note. */
  begin(model: ModelFile, device: Device): Promise<void>
  ended(model: ModelFile, device: Device, failed: boolean): Promise<void>
}

/** Without a path nothing outlives the object. A damaged file counts as empty, and one that can't be written is left. */
export function deviceMemory(path: string | null): DeviceMemory {
  const id = randomUUID()
  let own = empty()
  let turn: Promise<unknown> = Promise.resolve()
  const read = async (): Promise<Memory> => {
    if (path === null) return own
    try {
      const value: unknown = JSON.parse(await readFile(path, 'utf8'))
      return Value.Check(Memory, value) ? value : empty()
    } catch {
      return empty()
    }
  }
  const change = (work: (memory: Memory) => void): Promise<void> => {
    const changed = turn.then(async () => {
      const memory = await read()
      work(memory)
      own = memory
      if (path !== null) await writeFileAtomic(path, `${JSON.stringify(memory, null, 2)}\n`).catch(() => undefined)
    })
    turn = changed
    return changed
  }
  const current = (): Promise<Memory> => turn.then(read)
  return {
    async devices(key) {
      const { machine } = await current()
      return machine?.key === key ? machine.devices : null
    },
    keepDevices: (key, devices) =>
      change((memory) => {
        memory.machine = { key, devices }
      }),
    check: async (model, device) => (await current()).checks[keyOf(model, device)] ?? null,
    keepCheck: (model, device, check) =>
      change((memory) => {
        memory.checks[keyOf(model, device)] = check
      }),
    async isAvoided(model, device) {
      const { avoided, attempts } = await current()
      const key = keyOf(model, device)
      return avoided[key] !== undefined || lostIn(attempts, key).length > 0
    },
    begin: (model, device) =>
      change((memory) => {
        memory.attempts[`${keyOf(model, device)} ${id}`] = { pid: process.pid, at: new Date().toISOString() }
      }),
    ended: (model, device, failed) =>
      change((memory) => {
        const key = keyOf(model, device)
        for (const attempt of [`${key} ${id}`, ...lostIn(memory.attempts, key)]) delete memory.attempts[attempt]
        if (failed) memory.avoided[key] = { at: new Date().toISOString() }
        else delete memory.avoided[key]
      }),
  }
}

const lostIn = (attempts: Memory['attempts'], key: string): string[] =>
  Object.keys(attempts).filter((own) => own.startsWith(`${key} `) && !isAlive((attempts[own] as { pid: number }).pid))

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
