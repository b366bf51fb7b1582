/** Adds the detections of a run to frames of its video, as proposals that wait for a review. */
import type { AnnotationType } from '../../../shared/domain/annotation.ts'
import type { Size } from '../../../shared/domain/geometry.ts'
import { addAnnotations } from '../../datasets/annotations/add-annotations.ts'
import { checkedAnnotation } from '../../datasets/annotations/annotation-check.ts'
import { fitted } from '../../datasets/annotations/fitting.ts'
import { typesOf } from '../../datasets/datasets.ts'
import { extraOf, type LabelledRow } from '../../datasets/stored-annotation.ts'
import { tagObjects } from '../../datasets/tags/image-tags.ts'
import { type Database, lockingTransaction, newId } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import { objectAnnotation } from '../../labelling/auto-annotation/object-annotation.ts'
import type { Hold } from '../../work/jobs/job.ts'
import type { RecordedDetection } from './run-detections.ts'

export interface ProposalTarget {
  dataset: DatasetRow
  imageId: string
  size: Size
  userId: string | null
  at: string
}

type Class = { name: string; type: AnnotationType }

/** Returns the classes of the proposals. Proposals of the same models that wait already are replaced. */
export async function proposeDetections(
  db: Database,
  { dataset, imageId, size, userId, at }: ProposalTarget,
  detections: readonly RecordedDetection[],
  hold: Hold,
): Promise<Class[]> {
  const allowed = typesOf(dataset)
  const byModel = new Map<string, LabelledRow[]>()
  for (const detection of detections) {
    const row = rowOf(detection, size, allowed)
    if (!row) continue
    const rows = byModel.get(detection.model)
    if (rows) rows.push(row)
    else byModel.set(detection.model, [row])
  }
  for (const [model, rows] of byModel) {
    await lockingTransaction(db, async (tx) => {
      await hold(tx)
      await addAnnotations(tx, imageId, rows, { kind: 'run', userId, at, proposer: model })
    })
  }
  const found = [...byModel.values()].flat().map(({ name, type }) => ({ name, type }))
  await db.transaction().execute(async (tx) => {
    await hold(tx)
    await tagObjects(
      tx,
      imageId,
      found.map(({ name }) => name),
    )
  })
  return found
}

function rowOf(detection: RecordedDetection, size: Size, allowed: readonly AnnotationType[]): LabelledRow | null {
  const { class_name, confidence, track_id, x1, y1, x2, y2, rings, model } = detection
  if (class_name === null) return null
  const box = {
    x1: Math.max(0, x1),
    y1: Math.max(0, y1),
    x2: Math.min(size.width, x2),
    y2: Math.min(size.height, y2),
  }
  if (box.x2 <= box.x1 || box.y2 <= box.y1) return null
  const found = objectAnnotation({ score: confidence ?? 1, box, ...(rings && { rings }) }, class_name, 'polygon')
  const id = newId()
  const row = checkedAnnotation(fitted({ ...found, id }, allowed), id, 0, size, allowed)
  if ('reason' in row) return null
  const extra = extraOf({
    review: 'pending',
    origin: { source: 'model', model },
    ...(track_id !== null && { track_id: `${track_id}` }),
  })
  return { ...row, extra }
}
