/** Revisions of the annotations of images: listed, read, and restored as a new change. */
import type { SaveResult } from '../../../shared/api/annotations.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { ImageRevisionList, RevisionAnnotations } from '../../../shared/api/image-annotations.ts'
import type { Annotation } from '../../../shared/domain/annotation.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, lockingTransaction } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Images } from '../images/images.ts'
import { type LabelledRow, storedCount } from '../stored-annotation.ts'
import { annotationsOf } from './annotations.ts'
import { changesAfter, type LabelNames, labelNames } from './history.ts'
import { countAfter, imageChange, isEmptyChange } from './image-change.ts'
import { type StoredRow, undo } from './inverse.ts'
import { lockedImages, storedRows } from './locked-images.ts'
import { writeChanges } from './write-changes.ts'

export interface Revisions {
  /** Newest first. @throws ApiError not_found, here and below */
  list(caller: Caller, imageId: string, page: { limit: number; before?: number }): Promise<ImageRevisionList>
  get(caller: Caller, imageId: string, revision: string): Promise<RevisionAnnotations>
  /** `ifRevision`: the newest revision that the caller knows. @throws ApiError stale_revision */
  restore(caller: Caller, imageId: string, revision: string, ifRevision?: string): Promise<SaveResult>
}

export interface RevisionsOptions {
  db: Database
  images: Images
  now: () => Date
}

interface RevisionState {
  /** In their order. */
  rows: StoredRow[]
  rejected: StoredRow[]
  labels: LabelNames
}

export function createRevisions({ db, images, now }: RevisionsOptions): Revisions {
  const countOf = async (imageId: string) => {
    const row = await db
      .selectFrom('images')
      .select(['revision', 'annotation_count', 'outside_count'])
      .where('id', '=', imageId)
      .executeTakeFirst()
    if (!row) throw new ApiError('not_found', message('image.missing', { id: imageId }))
    return row
  }

  /** The annotations after a revision. Read again when someone saves meanwhile. */
  async function stateAt(image: ImageRow, text: string): Promise<RevisionState> {
    const wanted = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    const missing = () => new ApiError('not_found', message('annotations.revision_missing', { revision: text }))
    for (;;) {
      const current = await countOf(image.id)
      const { revision } = current
      if (!(wanted <= revision)) throw missing()
      const there = await storedRows(db, [image.id], storedCount(current))
      const rows = new Map((there.get(image.id) ?? []).map((row) => [row.id, row]))
      let reached = revision
      for await (const change of changesAfter(db, image.id, wanted, revision)) {
        undo(rows, change)
        reached = change.revision - 1
      }
      const rejected: StoredRow[] = []
      for await (const { rejected: ids, old } of changesAfter(db, image.id, wanted - 1, wanted)) {
        const known = new Set(ids)
        rejected.push(...old.filter(({ id }) => known.has(id)))
      }
      const labels = await labelNames(db, [...rows.values(), ...rejected])
      if ((await countOf(image.id)).revision !== revision) continue
      if (reached !== wanted) throw missing()
      const ordered = [...rows.values()].filter(({ label_id }) => labels.has(label_id))
      return { rows: ordered.sort((a, b) => a.position - b.position), rejected, labels }
    }
  }

  return {
    async list(caller, imageId, { limit, before }) {
      const image = await images.rowOf(caller, imageId)
      let query = db
        .selectFrom('image_revisions as r')
        .leftJoin('users as u', 'u.id', 'r.created_by')
        .select(['r.revision', 'r.kind', 'r.created_at', 'r.created_by as user_id', 'u.full_name as author_name'])
        .select(['r.annotation_count', 'r.created', 'r.updated', 'r.deleted', 'r.rejected'])
        .where('r.image_id', '=', image.id)
      if (before !== undefined) query = query.where('r.revision', '<', before)
      const rows = await query
        .orderBy('r.revision', 'desc')
        .limit(limit + 1)
        .execute()
      const data = rows.slice(0, limit)
      return { data, next_before: rows.length > limit ? (data.at(-1)?.revision ?? null) : null }
    },
    async get(caller, imageId, text) {
      const image = await images.rowOf(caller, imageId)
      const { rows, rejected, labels } = await stateAt(image, text)
      const annotations = await annotationsOf(labelled(rows, labels))
      const refused = await annotationsOf(labelled(rejected, labels))
      return {
        image_id: image.id,
        revision: Number(text),
        annotations,
        annotation_count: annotations.length,
        rejected: refused.map((annotation): Annotation => ({ ...annotation, review: 'rejected' })),
      }
    },
    async restore(caller, imageId, text, ifRevision) {
      const image = await images.rowOf(caller, imageId)
      const cause = { kind: 'restore', userId: caller.userId, at: now().toISOString() } as const
      const { rows, labels } = await stateAt(image, text)
      return lockingTransaction(db, async (tx) => {
        const locked = (await lockedImages(tx, [image.id])).get(image.id)
        if (!locked) throw new ApiError('not_found', message('image.missing', { id: imageId }))
        const there = (await storedRows(tx, [image.id], storedCount(locked))).get(image.id) ?? []
        // A class that was deleted since the state was read must not come back.
        const live = await labelNames(tx, rows)
        const wanted = rows.filter(({ label_id }) => live.has(label_id) && labels.has(label_id))
        const change = imageChange(
          locked,
          there,
          wanted.map((row) => ({ ...row })),
          [],
        )
        const isUnchanged = isEmptyChange(change)
        if (!isUnchanged && ifRevision !== undefined && ifRevision !== `${locked.revision}`) {
          throw new ApiError('stale_revision', message('annotations.stale'))
        }
        if (!isUnchanged) await writeChanges(tx, [change], cause)
        return {
          image_id: image.id,
          previous_count: storedCount(locked),
          new_count: countAfter(change),
          status: 'saved',
          revision: locked.revision + (isUnchanged ? 0 : 1),
        }
      })
    },
  }
}

const labelled = (rows: readonly StoredRow[], labels: LabelNames): LabelledRow[] =>
  rows.flatMap(({ label_id, ...row }) => {
    const label = labels.get(label_id)
    return label ? [{ ...row, name: label.name, type: label.type }] : []
  })
