import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { replaceFile } from '../disk/atomic-file.ts'
import { outputFailure } from '../engine/core/run-failure.ts'
import { evidenceHeader, evidenceLine, nearMissLine } from '../engine/sinks/evidence-file.ts'
import type { Size } from '../shared/domain/geometry.ts'
import { oneLine, printableIn } from '../shared/domain/printable.ts'
import { VERSION } from '../shared/domain/version.ts'
import { loadGeometries } from './geometry-file.ts'
import { type Measured, measureTracks } from './measure-tracks.ts'
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
