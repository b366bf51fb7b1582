/**
 * Imports the annotations of completed runs into data sets, by the same rules as a call of the API. The import is
 * recorded before a run starts, so that a platform that crashes in between completes it on its next start; repeating it
 * changes nothing.
 */

import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { ApiError } from '../../../shared/api/errors.ts'
import type { AnnotationType } from '../../../shared/domain/annotation.ts'
import type { AnnotationRecord } from '../../../shared/domain/annotation-record.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import type { Artifact, LogLine, WorkflowRun } from '../../../shared/domain/run.ts'
import type { Graph } from '../../../shared/graph/graph.ts'
import { type Message, message, paramOf, saidOf } from '../../../shared/messages/message.ts'
import type { Annotations } from '../../datasets/annotations/annotations.ts'
import { fitted } from '../../datasets/annotations/fitting.ts'
import { type DatasetRepository, type Datasets, typesOf } from '../../datasets/datasets.ts'
import type { Images } from '../../datasets/images/images.ts'
import type { Database } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import { storedGraph } from '../../db/stored-workflow.ts'
import { type Caller, jobCaller } from '../../machine/identity/caller.ts'
import type { Log } from '../../machine/log.ts'
import type { RunFiles } from './run-files.ts'
import { type RunRepository, runOf } from './run-repository.ts'

/** The receiver of the results of completed runs, which lies above them. */
export interface ResultIntake {
  /** Must be called before a run starts: records that its results are awaited. */
  expect(runId: string, graph: Graph): Promise<void>
  /** Returns the completed run, with a longer log if anything was imported. Never rejects. */
  settle(run: WorkflowRun, onLine: (line: LogLine) => void): Promise<WorkflowRun>
}

export interface RunIntake extends ResultIntake {
  /** Must be called once at the start: completes the imports of a platform that crashed. Never rejects. */
  resume(): Promise<void>
}

export interface RunIntakeOptions {
  db: Database
  runs: RunRepository
  files: RunFiles
  datasetRepository: DatasetRepository
  datasets: Datasets
  images: Images
  annotations: Annotations
  now: () => Date
  log: Log
}

/** Beyond this the log only gives the number of further failures. */
const MAX_FAILURES_TOLD = 50

type Say = (level: LogLine['level'], said: Message, nodeId: string | null) => void

const isRecords = ({ kind, media_type }: Artifact): boolean =>
  kind === 'annotations' && media_type === 'application/x-ndjson'

export function createRunIntake(options: RunIntakeOptions): RunIntake {
  const { db, runs, files, datasets, images, annotations, log } = options

  async function imageOf(
    caller: Caller,
    record: AnnotationRecord,
    dataset: DatasetRow,
    run: WorkflowRun,
  ): Promise<ImageRow> {
    const { image_id, picture, filename, width, height } = record
    if (image_id !== null) {
      const image = await images.byId(caller, image_id)
      if (!image) throw new ApiError('not_found', message('run.annotated_image_deleted'))
      if (image.dataset_id === dataset.id) return image
      const { directory_path: directory, content_type: contentType } = image
      const copy = { filename: image.filename, directory, width: image.width, height: image.height, contentType }
      return images.ensure(caller, dataset, { ...copy, path: await images.localFile(image) })
    }
    const artifact = run.artifacts.find((a) => a.name === picture)
    const path = artifact ? await files.find(run.id, artifact) : null
    if (path === null) throw new ApiError('not_found', message('run.annotated_image_missing'))
    const directory = directoryOf(run.source?.name ?? '')
    return images.ensure(caller, dataset, { path, filename, directory, width, height, contentType: 'image/jpeg' })
  }

  async function takeIn(
    caller: Caller,
    run: WorkflowRun,
    artifact: Artifact,
    dataset: DatasetRow,
    say: Say,
  ): Promise<void> {
    const path = await files.find(run.id, artifact)
    if (path === null) return say('error', message('run.records_missing', { name: artifact.name }), artifact.node_id)
    const allowed = typesOf(dataset)
    const classes = new Map<string, { name: string; type: AnnotationType }>()
    let [saved, found, failed] = [0, 0, 0]
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      const record = JSON.parse(line) as AnnotationRecord
      if (record.record !== 'image') continue
      try {
        const image = await imageOf(caller, record, dataset, run)
        const fit = record.annotations.map((a) => fitted(a, allowed))
        await annotations.takeRun(caller, dataset, image, fit)
        for (const { name, type } of fit) classes.set(`${type} ${name}`, { name, type: type as AnnotationType })
        saved++
        found += fit.length
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        failed++
        if (failed <= MAX_FAILURES_TOLD) {
          const reason = paramOf(saidOf(error))
          say('warning', message('run.annotations_not_saved', { name: record.filename, reason }), artifact.node_id)
        }
      }
    }
    await datasets.addClasses(caller, dataset.id, [...classes.values()])
    if (failed > MAX_FAILURES_TOLD) {
      say('warning', message('run.more_not_saved', { n: failed - MAX_FAILURES_TOLD }), artifact.node_id)
    }
    say(
      'info',
      message('run.annotations_saved', { annotations: found, images: saved, dataset: dataset.name }),
      artifact.node_id,
    )
  }

  async function takeAll(run: WorkflowRun, graph: Graph, say: Say): Promise<void> {
    const { created_by = null } = (await runs.byId(run.id)) ?? {}
    const caller = jobCaller(run.organization_id, created_by)
    for (const artifact of run.artifacts.filter(isRecords)) {
      const node = graph.nodes.find((n) => n.id === artifact.node_id)
      const name = String(node?.config.dataset_project_id ?? '')
      const dataset = await options.datasetRepository.find(run.organization_id, name)
      if (dataset) await takeIn(caller, run, artifact, dataset, say)
      else {
        say('error', message('run.dataset_missing', { dataset: name, file: artifact.name }), artifact.node_id)
      }
    }
  }

  const isWaiting = async (runId: string) => {
    const query = db.selectFrom('annotation_intakes').select('run_id').where('run_id', '=', runId)
    return (await query.where('state', '=', 'waiting').executeTakeFirst()) !== undefined
  }

  const settle: RunIntake['settle'] = async (run, onLine) => {
    try {
      if (!(await isWaiting(run.id))) return run
      const row = await runs.byId(run.id)
      if (!row) return run
      const lines: LogLine[] = []
      await takeAll(run, storedGraph(row.graph), (level, said, node_id) => {
        const line = { at: options.now().toISOString(), level, ...saidOf(said), node_id }
        lines.push(line)
        onLine(line)
      })
      const longer = await files.appendToLog(run.id, lines)
      const artifacts = run.artifacts.map((a) => (longer && a.kind === 'log' ? longer : a))
      await runs.replaceArtifacts(run.id, artifacts)
      await db.updateTable('annotation_intakes').set({ state: 'done' }).where('run_id', '=', run.id).execute()
      return { ...run, artifacts }
    } catch (error) {
      log('error', `The annotations of run ${run.id} could not be saved now; the next start tries again.`, error)
      return run
    }
  }

  return {
    settle,
    async expect(runId, graph) {
      const hasSink = graph.nodes.some((n) => n.type === 'sink' && n.config.kind === 'annotations')
      if (!hasSink) return
      const row = { run_id: runId, state: 'waiting' as const }
      await db
        .insertInto('annotation_intakes')
        .values(row)
        .onConflict((c) => c.column('run_id').doNothing())
        .execute()
    },
    async resume() {
      const waiting = await db.selectFrom('annotation_intakes').selectAll().where('state', '=', 'waiting').execute()
      for (const { run_id } of waiting) {
        const row = await runs.byId(run_id)
        if (row?.status === 'completed') await settle(runOf(row), () => undefined)
      }
    },
  }
}

/** Frames of a video are placed in a directory with the video's name. */
function directoryOf(sourceName: string): string {
  const stem = sourceName.slice(0, sourceName.length - extname(sourceName).length)
  const name = cutText(stem.replaceAll(/[/\\\p{Cc}]+/gu, '-').trim(), 200)
  return name === '' || name === '.' || name === '..' ? '/frames' : `/${name}`
}
