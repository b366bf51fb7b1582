import { readFile, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { replaceFile } from '../disk/atomic-file.ts'
import { outputFailure } from '../engine/core/run-failure.ts'
import type { MotRow } from '../engine/evaluation/mot-file.ts'
import { createMeasurer } from '../engine/measure/measurer.ts'
import { evidenceHeader, evidenceLine, nearMissLine } from '../engine/sinks/evidence-file.ts'
import { type ConfigOf, withDefaults } from '../shared/blocks/catalogue.ts'
import { measure } from '../shared/blocks/measure.ts'
import type { TrackedDetection } from '../shared/domain/detection.ts'
import type { MeasureEvent, RunCounts } from '../shared/domain/event.ts'
import type { Evidence, NearMisses } from '../shared/domain/evidence.ts'
import type { Size } from '../shared/domain/geometry.ts'
import { oneLine, printableIn } from '../shared/domain/printable.ts'
import { VERSION } from '../shared/domain/version.ts'
import { configIssues, geometryIssues } from '../shared/graph/config-issues.ts'
import { motRows } from './mot-input.ts'
import { countTable } from './summary.ts'
import { CommandFailure, EXIT, guarded, print, say } from './terminal.ts'

interface MeasureOptions {
  size: Size
  fps: number
  geometry: string
  evidence?: string
  json?: boolean
}

const HELP = `
The geometry file is { "lines": [{ "name", "points": [[x, y], …] }], "zones": [{ … }] } with points as shares of the
frame, 0 to 1. The settings of a measure block (anchor, min_settle_ms, dead_band, gap_s, occupancy_interval_s) may
stand beside “lines”, and in a line or zone, which may also name its “classes”.
Frame 1 is at 0 s. The class is the eighth column where that is one (nine columns, or ten that end in -1, -1); else
all are “object”.`

interface Measured {
  counts: RunCounts
  events: MeasureEvent[]
  evidence: Evidence[]
  nearMisses: NearMisses[]
  /** Sentences about irregularities of the file. */
  warnings: string[]
}

/** Four days at 30 frames a second. */
const MAX_FRAME = 10_000_000

/**
 * Measures the tracks of a MOTChallenge file against lines and zones, frame by frame as a run does. Frame f is at (f -
 * 1) / fps; frames without rows are frames without tracks, up to the last row. Rows may be in any order. Of two rows of
 * one track in one frame the first counts, and rows without a positive id are not tracks.
 *
 * @param configs of measure blocks with one line or zone each
 * @param file name of the file in messages
 */
export function measureTracks(
  rows: readonly MotRow[],
  configs: readonly ConfigOf<'measure'>[],
  { size, fps, evidence, file }: { size: Size; fps: number; evidence: boolean; file: string },
): Measured {
  const measurers = configs.map((config) => createMeasurer('measure', config, null, { evidence }))
  const { frames, warnings } = framesOf(rows, size, basename(file))
  const result: Measured = { counts: { lines: [], zones: [] }, events: [], evidence: [], nearMisses: [], warnings }
  const take = (told: MeasureEvent[]) => {
    for (const event of told.sort((a, b) => a.time_s - b.time_s)) result.events.push(event)
    if (evidence) for (const m of measurers) for (const record of m.takeEvidence()) result.evidence.push(record)
  }
  for (let index = 0; index < frames.length; index++) {
    const tracks = frames[index] ?? []
    const frame = { index, ptsS: index / fps, ...size }
    take(measurers.flatMap((m) => m.update(tracks, frame)))
  }
  const endS = Math.max(0, frames.length - 1) / fps
  take(measurers.flatMap((m) => m.finish(endS)))
  for (const m of measurers) {
    const { lines, zones } = m.counts()
    result.counts.lines.push(...lines)
    result.counts.zones.push(...zones)
    for (const nearMiss of m.nearMisses()) result.nearMisses.push(nearMiss)
  }
  return result
}

/** Tracks by frame, the first frame at 0; frames without tracks are holes. */
function framesOf(rows: readonly MotRow[], size: Size, file: string) {
  const frames: TrackedDetection[][] = []
  const seen = new Set<string>()
  let [untracked, twice, beyond] = [0, 0, 0]
  for (const row of rows) {
    const { frame, id, box, confidence, line } = row
    const fail = (why: string): never => {
      throw new CommandFailure(`Line ${line} of “${file}” has ${why}.`, EXIT.unreadable)
    }
    if (frame < 1) fail(`the frame ${frame}, but frames count from 1`)
    if (frame > MAX_FRAME) fail(`the frame ${frame}, but at most ${MAX_FRAME} frames can be measured`)
    if (box.x2 < box.x1) fail(`a width of ${box.x2 - box.x1}, which must not be negative`)
    if (box.y2 < box.y1) fail(`a height of ${box.y2 - box.y1}, which must not be negative`)
    if (id < 1) {
      untracked += 1
      continue
    }
    const key = `${frame},${id}`
    if (seen.has(key)) twice += 1
    seen.add(key)
    if (box.x1 > size.width || box.y1 > size.height) beyond += 1
    const tracks = frames[frame - 1] ?? []
    frames[frame - 1] = tracks
    const classId = classOf(row)
    const className = classId === null ? 'object' : String(classId)
    tracks.push({
      box,
      score: confidence,
      classId: classId ?? 0,
      className,
      modelNodeId: 'tracks',
      id: tracks.length,
      trackId: id,
    })
  }
  const warnings: string[] = []
  if (untracked > 0) warnings.push(`${counted(untracked)} of “${file}” without a positive track id: not measured.`)
  if (twice > 0) warnings.push(`${counted(twice)} of “${file}” with a track that its frame has already: not measured.`)
  if (beyond > 0) warnings.push(`${counted(beyond)} of “${file}” beyond ${size.width}x${size.height}. Check --size.`)
  return { frames, warnings }
}

const counted = (n: number): string => `${n} row${n === 1 ? '' : 's'}`

/** The eighth column when it is a class; in files of other benchmarks it is a world coordinate, or -1. */
function classOf({ rest: [first = -1, ...others] }: MotRow): number | null {
  const isClass =
    Number.isInteger(first) && first >= 1 && (others.length < 2 || others.slice(0, 2).every((v) => v === -1))
  return isClass ? first : null
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of a measure block that a file may set for all of its lines and zones, or for any of them. */
const SETTINGS = Object.keys(measure.config.properties).filter((name) => name !== 'geometries')

/**
 * Reads lines and zones from a JSON file, each with the settings of a measure block: `{ lines: [{ name, points,
 * classes?, … }], zones: [{ … }], anchor?, … }` as the config of one measure block for each line and then each zone.
 * Raises a `CommandFailure` that names the file and the field.
 */
export async function loadGeometries(path: string): Promise<ConfigOf<'measure'>[]> {
  const fail = (field: string, message: string): never => {
    throw new CommandFailure(`“${basename(path)}”${field && `, ${field}`}: ${message}`, EXIT.unreadable)
  }
  const file = await readJson(path)
  if (!isFields(file)) return fail('', 'It must be an object with “lines” and “zones”.')
  const { lines = [], zones = [], ...shared } = file
  const unknown = Object.keys(shared).find((name) => !SETTINGS.includes(name))
  if (unknown) fail(`/${unknown}`, `There is no such field. Use “lines”, “zones”, ${SETTINGS.join(', ')}.`)
  const names = new Set<string>()
  const configs: ConfigOf<'measure'>[] = []
  for (const [kind, list, given] of [
    ['line', 'lines', lines],
    ['zone', 'zones', zones],
  ] as const) {
    if (!Array.isArray(given)) fail(`/${list}`, `It must be a list of ${list}.`)
    for (const [k, shape] of (given as unknown[]).entries()) {
      const field = `/${list}/${k}`
      if (!isFields(shape)) return fail(field, `It must be an object with “name” and “points”.`)
      const own = Object.entries(shape)
      const settings = Object.fromEntries(own.filter(([name]) => SETTINGS.includes(name)))
      const geometry = { kind, ...Object.fromEntries(own.filter(([name]) => !SETTINGS.includes(name))) }
      if (geometry.kind !== kind) fail(`${field}/kind`, `It must be ${kind}, or be left out.`)
      const config = { ...shared, ...settings, geometries: [geometry] }
      const node = { id: 'measure', type: 'measure' as const, config }
      const [problem] = configIssues(node)
      if (problem) fail(fieldOf(problem.field, field, settings), problem.message)
      const [misplaced] = geometryIssues(node)
      if (misplaced) fail(fieldOf(misplaced.field, field, settings), misplaced.message)
      const { name } = shape as { name: string }
      if (names.has(name)) fail(`${field}/name`, `Two lines or zones are called “${name}”. Rename one.`)
      names.add(name)
      configs.push(withDefaults('measure', config))
    }
  }
  if (configs.length === 0) fail('', 'It has no lines and no zones. Add at least one.')
  return configs
}

/** The position in the file of a config field of one line or zone. */
function fieldOf(pointer = '', shape: string, settings: Fields): string {
  const below = pointer.replace(/^\/geometries(\/0)?/, '')
  if (below !== pointer) return shape + below
  return Object.hasOwn(settings, pointer.slice(1)) ? shape + pointer : pointer
}

async function readJson(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message = code === 'ENOENT' ? `There is no file “${path}”.` : `The file “${path}” can’t be read (${code}).`
    throw new CommandFailure(message, EXIT.unreadable)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CommandFailure(`“${basename(path)}” is not JSON (${(error as Error).message}).`, EXIT.unreadable)
  }
}

export const measureCommand = () =>
  new Command('measure')
    .description('count the tracks of a file at lines and in zones')
    .argument('<tracks>', 'tracks in MOTChallenge format')
    .addOption(new Option('--format <format>', 'of the tracks').choices(['mot']).default('mot'))
    .requiredOption('--size <WxH>', 'size of the frames in pixels', sizeOf)
    .requiredOption('--fps <rate>', 'frames a second, as 25 or 30000/1001', rateOf)
    .requiredOption('--geometry <file>', 'lines and zones as JSON')
    .option('--evidence <file>', 'write the evidence of counts and near misses as JSON Lines')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action((tracks: string, options: MeasureOptions) =>
      guarded(async () => {
        const { size, fps } = options
        const configs = await loadGeometries(options.geometry)
        const evidence = options.evidence !== undefined
        const measured = measureTracks(await motRows(tracks), configs, { size, fps, evidence, file: tracks })
        for (const warning of measured.warnings) say(oneLine(`Warning: ${warning}`))
        if (options.evidence) {
          const header = { source: { name: basename(tracks), ...size, fps }, sightline: VERSION }
          await writeEvidence(resolve(options.evidence), header, measured)
        }
        print(options.json ? JSON.stringify(result(measured), null, 2) : table(measured))
        return EXIT.ok
      }),
    )

function sizeOf(text: string): Size {
  const [, width, height] = /^([1-9]\d{0,5})x([1-9]\d{0,5})$/i.exec(text.trim()) ?? []
  if (!width || !height) throw new InvalidArgumentError('It must be like 1920x1080.')
  return { width: Number(width), height: Number(height) }
}

function rateOf(text: string): number {
  const [, over, under = '1'] = /^(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/.exec(text.trim()) ?? []
  const rate = over === undefined ? Number.NaN : Number(over) / Number(under)
  if (!(rate > 0 && rate < 1e6)) throw new InvalidArgumentError('It must be a number above 0, like 25 or 30000/1001.')
  return rate
}

const result = ({ counts, events }: Measured) => ({
  lines: counts.lines.map(({ node_id: _, ...line }) => line),
  zones: counts.zones.map(({ node_id: _, ...zone }) => zone),
  events,
})

function table({ counts, events }: Measured): string {
  return [...countTable(printableIn(counts)), '', `${events.length} events; --json prints them`].join('\n')
}

async function writeEvidence(path: string, header: object, { evidence, nearMisses }: Measured): Promise<void> {
  const lines = [evidenceHeader(header), ...evidence.map(evidenceLine), ...nearMisses.map(nearMissLine)]
  try {
    await replaceFile(path, (beside) => writeFile(beside, lines.join('')))
  } catch (error) {
    const failure = outputFailure(error, basename(path))
    throw failure ? new CommandFailure(failure.message) : error
  }
}
