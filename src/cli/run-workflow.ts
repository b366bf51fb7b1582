import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileDigest } from '../engine/output/digest.ts'
import {
  hasCheckpoint,
  MANIFEST_NAME,
  readCheckpoint,
  resumableWorkFolder,
  workFolderOf,
} from '../engine/output/work-folder.ts'
import { BUNDLED_TEMPLATES, DEMO_TEMPLATE } from '../shared/domain/bundled.ts'
import type { DeviceChoice } from '../shared/domain/device.ts'
import { freeName } from '../shared/domain/free-name.ts'
import { oneLine } from '../shared/domain/printable.ts'
import type { MediaSummary, RunError, WorkflowRun } from '../shared/domain/run.ts'
import type { HardwareVideo } from '../shared/engine-contract/hardware-video.ts'
import type { Engine, ModelFile, RunJob, RunOutcome } from '../shared/engine-contract/job.ts'
import type { Graph } from '../shared/graph/graph.ts'
import { blocksRun, type Issue } from '../shared/graph/issue.ts'
import { validate } from '../shared/graph/validate.ts'
import { jobOf, loadWorkflow, withSource } from './local-workflow.ts'
import { type ConversionOptions, conversionOf, deviceChecksFile, requireDevice } from './model-options.ts'
import { createProgressDisplay } from './progress-display.ts'
import { cacheFolder, MODELS_HERE, resourcePath, sam3Folder, withModels } from './resources.ts'
import { type RunFacts, refused, runRecord, summaryOf } from './summary.ts'
import { CommandFailure, EXIT, issueLine, onSignals, print, say } from './terminal.ts'
import { sendOutbox, webhookSecret } from './webhooks-command.ts'

const DEFAULT_PARENT = 'sightline-runs'

/** Returns the path of a new output folder, which does not exist yet. Its name sorts by time and is valid in every file system. */
export function freshFolder(at: Date, parent = DEFAULT_PARENT): string {
  const name = at.toISOString().slice(0, 19).replaceAll(':', '-')
  // Two short runs may begin within one second.
  return freeName(join(parent, name), existsSync)
}

/** Raises a `CommandFailure` when the folder holds a completed run. `named`: the folder as the user typed it. */
function refuseResults(outDir: string, named: string): void {
  if (!existsSync(join(outDir, MANIFEST_NAME))) return
  const said = `“${named}” holds the results of a completed run (${MANIFEST_NAME}). Use another --out or --force.`
  throw new CommandFailure(said, EXIT.occupied)
}

export interface RunOptions extends ConversionOptions {
  demo?: boolean
  source?: string
  model?: string[]
  out?: string
  force?: boolean
  sam3?: string
  resume?: string
  device?: string
  cache: boolean
  hardwareVideo?: HardwareVideo
  json?: boolean
}

/** Runs a workflow as `sightline run` does; returns the exit code. @throws CommandFailure */
export async function runWorkflow(workflow: string | undefined, options: RunOptions, engine: Engine): Promise<number> {
  if (options.resume !== undefined) return resume(resolve(options.resume), workflow, options, engine)
  if ((workflow === undefined) === !options.demo) {
    throw new CommandFailure('Name a workflow file, or use --demo for the demo workflow.')
  }
  const path = workflow ?? resourcePath(BUNDLED_TEMPLATES[DEMO_TEMPLATE] as string)
  const createdAt = new Date()
  const loaded = await loadWorkflow(path)
  const outDir = resolve(options.out ?? freshFolder(createdAt))
  if (options.out !== undefined && !options.force) refuseResults(outDir, options.out)
  const issues = validate(loaded.graph)
  // The workflow may lack exactly the file that --source names, or the model of --model.
  const graph = isGraph(issues) ? changed(loaded.graph as Graph, options) : loaded.graph
  const problems = validate(graph, MODELS_HERE)
  for (const issue of problems) say(issueLine(issue))
  const facts: RunFacts = {
    id: randomUUID(),
    workflowName: loaded.name,
    source: null,
    media: null,
    createdAt,
    startedAt: null,
  }
  const request = {
    runId: facts.id,
    workflowName: loaded.name,
    graph: graph as Graph,
    workflowFolder: dirname(resolve(path)),
    sam3Folder: options.sam3 === undefined ? sam3Folder() : resolve(options.sam3),
    outDir,
    cacheDir: options.cache ? cacheFolder() : null,
    device: options.device === undefined ? null : await requireDevice(options.device, engine),
    deviceChecks: deviceChecksFile(),
    conversion: await conversionOf(options),
  }
  const job = blocksRun(problems) ? invalid(problems) : await jobOf(request)
  const record =
    'code' in job ? runRecord(facts, refused(job)) : await follow(withHardware(job, options), facts, engine)
  const unsuited = problems.flatMap(({ code, node_id }) => (code === 'lint.model_unsuited' && node_id ? [node_id] : []))
  report(record, outDir, options.json ?? false, new Set(unsuited))
  if (!('code' in job)) await deliver(record, outDir)
  return exitCode(record)
}

/** Keeps the workflow, its source and its folder unchanged. */
async function resume(
  outDir: string,
  workflow: string | undefined,
  options: RunOptions,
  engine: Engine,
): Promise<number> {
  if (
    workflow !== undefined ||
    [options.demo, options.source, options.out, options.force, options.model].some((o) => o !== undefined) ||
    (await conversionOf(options)) !== null
  ) {
    throw new CommandFailure('--resume continues a run as it was begun: name nothing but its folder.')
  }
  const device = options.device === undefined ? undefined : await requireDevice(options.device, engine)
  const job = await resumedJob(outDir, device)
  const { runId: id, workflowName } = job
  const facts = { id, workflowName, source: null, media: null, createdAt: new Date(), startedAt: null }
  const record = await follow(withHardware(job, options), facts, engine)
  report(record, outDir, options.json ?? false)
  await deliver(record, outDir)
  return exitCode(record)
}

const isGraph = (issues: readonly Issue[]): boolean =>
  !issues.some((i) => i.code === 'graph.shape' || i.code === 'graph.version')

/** The graph with the source and the models of the options. */
function changed(graph: Graph, { source, model = [] }: RunOptions): Graph {
  const chosen = withModels(graph, model)
  return source === undefined ? chosen : withSource(chosen, source)
}

const withHardware = (job: RunJob, { hardwareVideo }: RunOptions): RunJob =>
  hardwareVideo === undefined ? job : { ...job, hardwareVideo }

function invalid(issues: readonly Issue[]): RunError {
  const errors = issues.filter((i) => i.severity === 'error')
  const message = `The workflow can’t run: it has ${errors.length === 1 ? 'a problem' : `${errors.length} problems`}.`
  return { code: 'graph_invalid', message, node_id: errors[0]?.node_id ?? null }
}

/**
 * Starts the engine and shows the progress. Ctrl-C and a shutdown interrupt the run; a second signal ends the command.
 */
async function follow(job: RunJob, given: RunFacts, engine: Engine): Promise<WorkflowRun> {
  const display = createProgressDisplay()
  let media: MediaSummary | null = null
  const startedAt = new Date()
  const engineRun = engine.start(job, (event) => {
    if (event.type === 'started') media = event.media
    else if (event.type === 'progress') display.update(event.progress)
    else if (event.line.level === 'warning') say(oneLine(`warning: ${event.line.message}`))
  })
  let outcome: RunOutcome
  const restore = onSignals((count) => {
    engineRun.interrupt()
    if (count === 1) return
    if (hasCheckpoint(workFolderOf(job.outDir, job.runId))) say(howToResume(job.outDir))
    process.exit(EXIT.interrupted)
  })
  try {
    outcome = await engineRun.done
  } finally {
    restore()
    display.stop()
  }
  const { kind, name, uri } = job.source
  return runRecord({ ...given, source: { kind, name, uri }, media, startedAt }, outcome)
}

function report(record: WorkflowRun, outDir: string, json: boolean, unsuited?: ReadonlySet<string>): void {
  if (json) print(JSON.stringify(record, null, 2))
  else if (record.status === 'completed') print(summaryOf(record, nearest(outDir), unsuited))
  if (!record.error) return
  if (record.error.code === 'interrupted') {
    say(record.resumable ? 'Interrupted.' : 'Interrupted before the first checkpoint. Run the workflow again.')
  } else {
    say(oneLine(`sightline: ${record.error.message}`))
    if (record.artifacts.length > 0) say(`The log is in ${nearest(outDir)}.`)
  }
  if (record.resumable) say(howToResume(outDir))
}

const howToResume = (outDir: string): string => `To resume it: sightline run --resume ${shellWord(nearest(outDir))}`

/** Messages are facts of the run, however it ended; those of an interrupted run wait until it has been resumed. */
async function deliver({ error }: WorkflowRun, outDir: string): Promise<void> {
  if (error?.code === 'interrupted' || error?.code === 'folder_in_use') return
  const { sent, left, problem } = await sendOutbox(outDir, webhookSecret())
  if (sent > 0) say(`Sent ${sent} webhook ${sent === 1 ? 'message' : 'messages'}.`)
  if (left === 0) return
  say(`${left} webhook ${left === 1 ? 'message' : 'messages'} could not be delivered (${problem}).`)
  say(`They are kept: sightline webhooks send ${nearest(outDir)} tries again.`)
}

const exitCode = ({ status, error }: WorkflowRun): number => {
  if (error?.code === 'interrupted') return EXIT.interrupted
  return status === 'completed' ? EXIT.ok : EXIT.failed
}

/** Quoted if a shell would split or expand it. */
const shellWord = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** The shorter of the absolute and the relative path. */
function nearest(path: string): string {
  const short = relative(process.cwd(), path)
  return short.length > 0 && short.length < path.length ? short : path
}

/**
 * Finds the interrupted run in the folder of its results for `sightline run --resume`, and returns its job, to be
 * resumed in the same folder, on its own device or on another. Raises a `CommandFailure` when there is no checkpoint.
 */
async function resumedJob(outDir: string, device?: DeviceChoice): Promise<RunJob> {
  const work = await resumableWorkFolder(outDir)
  const checkpoint = work === null ? null : await readCheckpoint(work)
  if (!checkpoint) {
    throw new CommandFailure(`There is no interrupted run in “${outDir}” that can be resumed. Run the workflow again.`)
  }
  const { job } = checkpoint
  const models = await Promise.all(
    Object.entries(job.models).map(async ([id, file]) => [
      id,
      { ...(await asItIsNow(file)), ...(device && { device }) },
    ]),
  )
  return { ...job, models: Object.fromEntries(models), outDir, resume: { outDir, runId: job.runId } }
}

/** A missing file keeps its digest: the engine reports what is missing. */
const asItIsNow = async (file: ModelFile): Promise<ModelFile> => ({
  ...file,
  sha256: await fileDigest(file.path).catch(() => file.sha256),
})
