/** Hardware decoding in engine processes: on a machine without it, software decodes and one line of the log says why. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ForkFn, forkChild } from '../../../src/engine/host/engine-child.ts'
import { createEngine } from '../../../src/engine/host/engine-host.ts'
import { createHardwareProbe } from '../../../src/engine/host/hardware-probe.ts'
import { LIMITS } from '../../../src/engine/host/supervise.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { bundle } from '../support/bundles.ts'
import { engine, graphOf, jobOf, runToEnd } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')
const graph = graphOf(
  { find: ['model', { model_id: 'colours' }], draw: ['visualize'], video: ['sink', { kind: 'annotated_video' }] },
  ['source>find', 'find>draw', 'draw>video'],
)

const isDecodingLine = (message: string) => message.startsWith('Decoding ')

async function decodedWith(name: string, hardwareVideo: RunJob['hardwareVideo'], execute = runToEnd) {
  const outDir = join(folder, name)
  const { status, reports, error, artifacts } = await execute({
    ...jobOf(graph, video, outDir),
    ...(hardwareVideo && { hardwareVideo }),
  })
  expect(error).toBeNull()
  const nameOfVideo = artifacts.find(({ kind }) => kind === 'annotated_video')?.name as string
  const lines = reports.flatMap((report) => (report.type === 'log' ? [report.line.message] : []))
  return { status, lines: lines.filter(isDecodingLine), bytes: readFileSync(join(outDir, nameOfVideo)) }
}

beforeAll(() => writeVideo(video, 20, (i) => [{ x: 8 + 6 * i, y: 32, color: 'red' }]))

describe('hardware decoding', () => {
  it('gives the bytes of software, and one line of the log names the decoder', async () => {
    const plain = await decodedWith('plain', undefined, runHere)
    const asked = await decodedWith('asked', 'decode')
    expect([plain.status, asked.status]).toEqual(['completed', 'completed'])
    expect(asked.bytes.equals(plain.bytes)).toBe(true)
    expect(plain.lines).toEqual([])
    expect(asked.lines).toHaveLength(1)
  })

  it('is not mentioned in a run that does not request it', async () => {
    expect((await decodedWith('off', 'off')).lines).toEqual([])
  })
})

describe('the probe of hardware decoders', () => {
  it('returns each codec of each interface, with a reason unless it can be used, and leaves no process', async () => {
    const own = engine()
    const codecs = await own.hardwareVideo()
    for (const { usable, reason } of codecs) expect(reason === null).toBe(usable)
    const interfaces = new Set(codecs.map((codec) => codec.interface))
    expect(codecs).toHaveLength(4 * interfaces.size)
    expect(await own.hardwareVideo()).toBe(codecs)
    expect(own.load().processes).toBe(0)
    own.close()
  })

  it('takes a driver that ends the process as unusable, and a run then decodes in software', async () => {
    const crashing: ForkFn = (entry, env) => {
      const child = forkChild(entry, env)
      const send = child.send.bind(child)
      return {
        ...child,
        send(message) {
          if (message.type === 'call' && message.call === 'probeHardware') process.kill(child.pid as number, 'SIGSEGV')
          else send(message)
        },
      }
    }
    const own = createEngine({ entry: bundle('engine.js'), fork: crashing })
    const codecs = await own.hardwareVideo()
    expect(codecs.every(({ usable }) => !usable)).toBe(true)
    const lines: string[] = []
    const job: RunJob = { ...jobOf(graph, video, join(folder, 'crashed')), hardwareVideo: 'decode' }
    const { status } = await own.start(job, (report) => {
      if (report.type === 'log') lines.push(report.line.message)
    }).done
    expect(status).toBe('completed')
    expect(lines.filter(isDecodingLine)).toEqual([expect.stringMatching(/^Decoding in software: /)])
    own.close()
  })

  it('ends a process whose driver hangs', async () => {
    const pids: number[] = []
    const hanging = createHardwareProbe(
      () => {
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
        pids.push(child.pid as number)
        return {
          pid: child.pid,
          send: () => undefined,
          onMessage: () => undefined,
          onExit: (listener) => void child.on('exit', listener),
          onStderr: () => undefined,
          kill: () => void child.kill('SIGKILL'),
        }
      },
      { ...LIMITS, silentMs: 200 },
      'linux',
    )
    const codecs = await hanging()
    expect(codecs).toHaveLength(8)
    expect(codecs[0]?.reason && englishOf(codecs[0].reason)).toMatch(/^VAAPI: the driver ended the process/)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
  })

  it('returns nothing on a system without supported hardware', async () => {
    const probe = createHardwareProbe(() => expect.unreachable(), LIMITS, 'freebsd')
    expect(await probe()).toEqual([])
  })
})
