import { basename } from 'node:path'
import { Command, Option } from 'commander'
import { BENCHMARKS, type Benchmark, comparable } from '../engine/evaluation/benchmark.ts'
import { MotFileError } from '../engine/evaluation/mot-file.ts'
import { type TrackScores, trackScores } from '../engine/evaluation/track-scores.ts'
import { motRows } from './mot-input.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

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
