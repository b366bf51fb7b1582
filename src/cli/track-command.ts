/** `sightline track` and `sightline evaluate`: makes and scores tracks in files of the MOTChallenge format. */
import { basename, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { replaceFile } from '../disk/atomic-file.ts'
import { outputFailure } from '../engine/core/run-failure.ts'
import { BENCHMARKS, type Benchmark, comparable } from '../engine/evaluation/benchmark.ts'
import { MotFileError, type MotRow } from '../engine/evaluation/mot-file.ts'
import { type TrackScores, trackScores } from '../engine/evaluation/track-scores.ts'
import { createTextFile } from '../engine/sinks/text-file.ts'
import { type ClipFrame, trackClip } from '../engine/tracking/track-clip.ts'
import { uiOf } from '../shared/blocks/block.ts'
import { BLOCKS, type ConfigOf, withDefaults } from '../shared/blocks/catalogue.ts'
import type { TrackedDetection } from '../shared/domain/detection.ts'
import { oneLine } from '../shared/domain/printable.ts'
import { configIssues } from '../shared/graph/config-issues.ts'
import { motRows } from './mot-input.ts'
import { CommandFailure, EXIT, guarded, print, say } from './terminal.ts'

interface TrackOptions extends Record<string, unknown> {
  tracker: 'bytetrack' | 'botsort'
  fps: number
  out: string
}

/**
 * Settings of the track block that work on the detections of one model alone: camera motion and appearance need the
 * frames, and a file does not say which of several models found what.
 */
const SETTINGS = Object.entries(BLOCKS.track.config.properties).filter(
  ([name, field]) => name !== 'tracker' && name !== 'class_handling' && !uiOf(field).showIf && !uiOf(field).ofUnion,
)

export function trackCommand(): Command {
  const command = new Command('track')
    .description('track the objects in a file of detections')
    .argument('<detections>', 'detections, such as det.txt of a MOTChallenge sequence')
    .addOption(new Option('--format <format>', 'of detections and tracks').choices(['mot']).default('mot'))
    .addOption(new Option('--tracker <name>', 'which tracker').choices(['bytetrack', 'botsort']).default('bytetrack'))
    .option('--fps <rate>', 'frames a second', positive, 30)
    .requiredOption('--out <file>', 'where the tracks are written')
  for (const [name, field] of SETTINGS) command.addOption(settingOption(name, field as unknown as FieldSchema))
  return command
    .addHelpText(
      'after',
      '\nThresholds are for confidences from 0 to 1. BoT-SORT runs without camera motion and appearance here: a file of detections has no frames.',
    )
    .action((file: string, options: TrackOptions) => guarded(() => track(file, options)))
}

interface FieldSchema {
  type: 'number' | 'boolean'
  title: string
  description: string
  default?: number | boolean
}

const flagOf = (name: string): string => name.replaceAll('_', '-')
const keyOf = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function settingOption(name: string, field: FieldSchema): Option {
  // A setting that is on can only be turned off.
  if (field.type === 'boolean') return new Option(`--no-${flagOf(name)}`, `turn off: ${field.description}`)
  const option = new Option(`--${flagOf(name)} <number>`, field.description).argParser(number)
  return field.default === undefined ? option : option.default(field.default)
}

function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}

function positive(text: string): number {
  const value = number(text)
  if (value <= 0) throw new InvalidArgumentError('It must be more than 0.')
  return value
}

async function track(file: string, options: TrackOptions): Promise<number> {
  const config = configOf(options)
  const frames = framesOf(await motRows(file), file)
  await writeWhole(resolve(options.out), async (write) => {
    let boxes = 0
    const ids = new Set<number>()
    for (const { frame, tracks } of trackClip(frames, config, options.fps)) {
      for (const box of tracks) ids.add(box.trackId)
      boxes += tracks.length
      if (tracks.length > 0) await write(tracks.map((t) => motLine(frame, t)).join(''))
    }
    say(`${ids.size} tracks with ${boxes} boxes in ${frames.length} frames`)
  })
  return EXIT.ok
}

function configOf(options: TrackOptions): ConfigOf<'track'> {
  const given = SETTINGS.map(([name]) => [name, options[keyOf(name)]]).filter(([, value]) => value !== undefined)
  const config = { tracker: options.tracker, ...Object.fromEntries(given) }
  const [problem] = configIssues({ id: 'track', type: 'track', config })
  if (problem) throw new CommandFailure(problem.message)
  return withDefaults('track', config)
}

/** By rising frame, whatever the order of the file; the rows of a frame keep their order. */
function framesOf(rows: readonly MotRow[], file: string): ClipFrame[] {
  const unusual = rows.find((row) => row.confidence < 0 || row.confidence > 1)
  if (unusual) {
    say(
      `Line ${unusual.line} of “${oneLine(basename(file))}” has the confidence ${unusual.confidence}. Thresholds are for confidences from 0 to 1: detections below --low-threshold are left out.`,
    )
  }
  const byFrame = new Map<number, MotRow[]>()
  for (const row of rows) {
    const frame = byFrame.get(row.frame)
    if (frame) frame.push(row)
    else byFrame.set(row.frame, [row])
  }
  return [...byFrame]
    .sort(([a], [b]) => a - b)
    .map(([frame, of]) => ({
      frame,
      detections: of.map(({ box, confidence }, id) => ({
        box,
        score: confidence,
        classId: 0,
        className: 'object',
        modelNodeId: 'detections',
        id,
      })),
    }))
}

const motLine = (frame: number, { trackId, box, score }: TrackedDetection): string => {
  const sides = [box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1].map((value) => value.toFixed(2))
  return `${frame},${trackId},${sides.join(',')},${score.toFixed(4)},-1,-1,-1\n`
}

/** Writes to a temporary file and renames it when it is complete; leaves no partial file. */
async function writeWhole(path: string, work: (write: (text: string) => Promise<void> | undefined) => Promise<void>) {
  try {
    await replaceFile(path, async (beside) => {
      const file = await createTextFile(beside)
      try {
        await work(file.write)
        await file.finish()
      } finally {
        await file.close()
      }
    })
  } catch (error) {
    const failure = outputFailure((error as Error).cause ?? error, basename(path))
    throw failure ? new CommandFailure(failure.message) : error
  }
}

interface EvaluateOptions {
  gt: string
  tracks: string
  benchmark: Benchmark
  json?: boolean
}

const HELP = `
HOTA, DetA, AssA and LocA (Luiten 2021), MOTA, MOTP, switches, fragmentations and the shares tracked (CLEAR MOT), IDF1,
IDP and IDR (Ristani 2016) follow TrackEval's definitions, at an IoU of 0.5 where one is needed. py-motmetrics differs:
after a gap it pairs an object with the track that it had before, TrackEval with the one that overlaps most, so switches
and MOTA can differ; "mostly tracked" begins at 80 % there and above 80 % here. IDF1, IDP and IDR are the same in both.
docs/accuracy.md has the table. Rows of the ground truth with confidence 0 are left out. mot17 and mot20 (also MOT16): only pedestrians count, boxes on distractors are left out; visibility is not
used. mot15: no classes. auto: mot17 for a ground truth of nine columns whose eighth is a class, else mot15.
motp is the mean overlap; py-motmetrics prints the mean distance, motp_distance.`

export function evaluateCommand(): Command {
  const tracks = new Command('tracks')
    .description('compare tracks with ground truth: HOTA, CLEAR and identity measures')
    .requiredOption('--gt <file>', 'ground truth in MOTChallenge format')
    .requiredOption('--tracks <file>', 'tracks in MOTChallenge format')
    .addOption(new Option('--benchmark <name>', 'benchmark whose rules apply').choices(BENCHMARKS).default('auto'))
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action((options: EvaluateOptions) =>
      guarded(async () => {
        const scores = await scored(options)
        print(options.json ? JSON.stringify(scores, null, 2) : table(scores))
        return EXIT.ok
      }),
    )
  return new Command('evaluate').description('measure the accuracy of results').addCommand(tracks)
}

async function scored({ gt, tracks, benchmark }: EvaluateOptions): Promise<TrackScores> {
  const names = { truth: basename(gt), tracks: basename(tracks) }
  const truth = await motRows(gt)
  const found = await motRows(tracks)
  try {
    const boxes = comparable(truth, found, benchmark, names)
    return trackScores(boxes.truth, boxes.tracks)
  } catch (error) {
    throw error instanceof MotFileError ? new CommandFailure(error.message, EXIT.unreadable) : error
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`

const table = (s: TrackScores): string =>
  [
    ['HOTA', percent(s.hota), `DetA ${percent(s.deta)}, AssA ${percent(s.assa)}, LocA ${percent(s.loca)}`],
    ['MOTA', percent(s.mota), `${s.misses} misses, ${s.false_positives} false positives, ${s.id_switches} ID switches`],
    ['MOTP', percent(s.motp), 'mean overlap of matches'],
    ['IDF1', percent(s.idf1), `IDP ${percent(s.idp)}, IDR ${percent(s.idr)}`],
    ['Recall', percent(s.recall), `${s.true_positives} of ${s.gt_boxes} boxes found`],
    ['Precision', percent(s.precision), `of ${s.track_boxes} boxes`],
    [
      'Objects',
      String(s.gt_ids),
      `${s.mostly_tracked} mostly tracked, ${s.partially_tracked} partially, ${s.mostly_lost} mostly lost; ${s.track_ids} tracks, ${s.fragmentations} fragmentations`,
    ],
  ]
    .map(([name = '', value = '', more = '']) => `${name.padEnd(10)} ${value.padStart(8)}  ${more}`)
    .join('\n')
