/** Process entry: runs one stage, alone in its process, and writes its cost to a file. */
import { writeFileSync } from 'node:fs'
import { decode } from './stages/decode.ts'
import { detect } from './stages/detect.ts'
import { draw } from './stages/draw.ts'
import { encode } from './stages/encode.ts'
import { letterbox } from './stages/letterbox.ts'
import { measure } from './stages/measure.ts'
import { nms } from './stages/nms.ts'
import { run } from './stages/run.ts'
import { search } from './stages/search.ts'
import { track } from './stages/track.ts'
import { validate } from './stages/validate.ts'

const STAGES = { decode, detect, draw, encode, letterbox, measure, nms, run, search, track, validate }
export type Stages = typeof STAGES
export type StageName = keyof Stages

const [answer, name, args] = process.argv.slice(2) as [string, StageName, string]
const work = STAGES[name] as (args: unknown) => Promise<unknown>
writeFileSync(answer, JSON.stringify(await work(JSON.parse(args))))
process.exit(0)
