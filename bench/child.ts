/** Runs measured processes: a stage of the engine in a fresh process, or the ffmpeg command. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINE_ARGS, engineEnvironment } from '../src/engine/host/engine-child.ts'
import { installFromDebian } from '../tools/test/debian.mjs'
import type { StageName, Stages } from './stage.ts'

/** The cost of one process; `frames` if it processed frames. */
export interface Cost {
  wallS: number
  /** User and system time of all threads. */
  cpuS: number
  peakMb: number
  frames: number
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const inRoot = (...path: string[]): string => join(root, ...path)

/** Runs a stage in a process of its own, with the environment and arguments of engine processes. */
export async function stage<N extends StageName>(
  name: N,
  args: Parameters<Stages[N]>[0],
): Promise<Awaited<ReturnType<Stages[N]>>> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
  const answer = join(folder, 'answer.json')
  try {
    await finished(process.execPath, [...ENGINE_ARGS, inRoot('out/bench/stage.js'), answer, name, JSON.stringify(args)])
    return JSON.parse(readFileSync(answer, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const hasFfmpeg = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

/** Installs the ffmpeg command where there is none and packages can be installed; returns a sentence when there still is none. */
export async function missingFfmpeg(): Promise<string | null> {
  if (hasFfmpeg() || (installFromDebian(['ffmpeg']) && hasFfmpeg())) return null
  return 'the ffmpeg command is missing, which creates the videos. On Debian: apt-get install ffmpeg'
}

/** Runs the ffmpeg command and parses the output of `-benchmark`. */
export async function ffmpeg(...args: string[]): Promise<Cost> {
  const said = await finished('ffmpeg', ['-y', '-hide_banner', '-nostdin', '-benchmark', ...args])
  const bench = /bench: utime=([\d.]+)s stime=([\d.]+)s rtime=([\d.]+)s/.exec(said)
  const peak = /maxrss=(\d+)/.exec(said)
  const frames = [...said.matchAll(/frame=\s*(\d+)/g)].at(-1)
  if (!bench || !peak) throw new Error(`ffmpeg said nothing of its cost:\n${said.slice(-500)}`)
  const [, user, system, real] = bench.map(Number) as [number, number, number, number]
  return { wallS: real, cpuS: user + system, peakMb: Number(peak[1]) / 1024, frames: Number(frames?.[1] ?? 0) }
}

function finished(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { env: engineEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`${command} can’t be started: ${error.message}`)))
    child.on('exit', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${command} failed:\n${said.slice(-2000)}`)),
    )
  })
}

export const best = <T>(of: readonly T[], by: (t: T) => number): T => of.reduce((a, b) => (by(b) < by(a) ? b : a))

export async function times<T>(n: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let i = 0; i < n; i++) results.push(await work())
  return results
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}
