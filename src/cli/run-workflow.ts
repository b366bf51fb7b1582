import { randomUUID } from 'node:crypto'
import { dirname, relative, resolve } from 'node:path'
import { hasCheckpoint, workFolderOf } from '../engine/output/work-folder.ts'
import { BUNDLED_TEMPLATES, DEMO_TEMPLATE } from '../shared/domain/bundled.ts'
import { oneLine } from '../shared/domain/printable.ts'
import type { MediaSummary, RunError, WorkflowRun } from '../shared/domain/run.ts'
import type { HardwareVideo } from '../shared/engine-contract/hardware-video.ts'
import type { Engine, RunJob, RunOutcome } from '../shared/engine-contract/job.ts'
import type { Graph } from '../shared/graph/graph.ts'
import { blocksRun, type Issue } from '../shared/graph/issue.ts'
import { validate } from '../shared/graph/validate.ts'
import { type ConversionOptions, conversionOf } from './conversion-options.ts'
import { cacheFolder, sam3Folder } from './data-folder.ts'
import { deviceChecksFile, requireDevice } from './device-option.ts'
import { issueLine } from './issue-lines.ts'
import { withModels } from './model-files.ts'
import { freshFolder, refuseResults } from './out-folder.ts'
import { sendOutbox } from './outbox-delivery.ts'
import { createProgressDisplay } from './progress-display.ts'
import { MODELS_HERE, resourcePath } from './resources.ts'
import { resumedJob } from './resume.ts'
import { jobOf, withSource } from './run-job.ts'
import { type RunFacts, refused, runRecord } from './run-record.ts'
import { summaryOf } from './summary.ts'
import { CommandFailure, EXIT, onSignals, print, say } from './terminal.ts'
import { webhookSecret } from './webhooks-command.ts'
import { loadWorkflow } from './workflow-file.ts'

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
