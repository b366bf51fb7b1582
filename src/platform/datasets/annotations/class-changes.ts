/**
 * Changes a class throughout a data set: in its class list and in every annotation. Renaming and merging change the labels
 * that the annotations refer to; only a removal touches the annotations themselves.
 */

import type { annotations } from '../../../shared/api/annotations.ts'
import { type DatasetClass, plainType } from '../../../shared/api/datasets.ts'
import type { OutputOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { AnnotationType } from '../../../shared/domain/annotation.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, lockingTransaction, toJson } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { lockDataset } from '../content-locks.ts'
import { classesOf, type Datasets } from '../datasets.ts'
import type { LabelRemoval } from './label-removal.ts'
import { imagesWith, type UsedLabel, usedLabels } from './labels.ts'

export interface ClassChanges {
  /** @throws ApiError not_found for data set and class, here and below; name_conflict */
  add(
    caller: Caller,
    change: { dataset: string; name: string; type: AnnotationType },
  ): Promise<OutputOf<typeof annotations.addClass>>
  rename(
    caller: Caller,
    change: { dataset: string; old_name: string; new_name: string },
  ): Promise<OutputOf<typeof annotations.renameClass>>
  merge(
    caller: Caller,
    change: { dataset: string; source_name: string; target_name: string },
  ): Promise<OutputOf<typeof annotations.mergeClass>>
  delete(
    caller: Caller,
    change: { dataset: string; name: string; class_type?: AnnotationType | 'box'; delete_annotations: boolean },
  ): Promise<OutputOf<typeof annotations.deleteClass>>
}

export interface ClassChangesOptions {
  db: Database
  datasets: Datasets
  removal: LabelRemoval
  now: () => Date
}

type Tx = Pick<Database, 'selectFrom' | 'updateTable' | 'getExecutor'>

/** A class as the class list and the annotations have it. */
interface KnownClass {
  types: Set<AnnotationType>
  used: UsedLabel[]
}

export function createClassChanges({ db, datasets, removal, now }: ClassChangesOptions): ClassChanges {
  const at = () => now().toISOString()

  async function classOf(tx: Tx, dataset: DatasetRow, name: string): Promise<KnownClass> {
    const listed = classesOf(dataset).filter((c) => c.name === name)
    const used = await usedLabels(tx, dataset.id, name)
    return { types: new Set([...listed, ...used].map(({ type }) => type)), used }
  }
  async function known(tx: Tx, dataset: DatasetRow, name: string): Promise<KnownClass> {
    const found = await classOf(tx, dataset, name)
    if (found.types.size > 0) return found
    throw new ApiError('not_found', message('dataset.class_missing', { name, dataset: dataset.name }))
  }

  /** The data set as the transaction sees it: another call may have changed its classes. */
  async function current(tx: Tx, caller: Caller, { id, name }: DatasetRow): Promise<DatasetRow> {
    await lockDataset(tx, id)
    const found = await tx
      .selectFrom('datasets')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', caller.organizationId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (found) return found
    throw new ApiError('not_found', message('dataset.missing', { name }))
  }

  /** Returns whether the list changed. */
  async function writeList(tx: Tx, dataset: DatasetRow, classes: readonly DatasetClass[]): Promise<boolean> {
    const text = toJson(classes)
    if (text === dataset.classes) return false
    await tx.updateTable('datasets').set({ classes: text, updated_at: at() }).where('id', '=', dataset.id).execute()
    return true
  }

  const moveLabels = async (tx: Tx, datasetId: string, from: string, to: string) => {
    await tx
      .updateTable('labels')
      .set({ name: to })
      .where('dataset_id', '=', datasetId)
      .where('name', '=', from)
      .where('removed_at', 'is', null)
      .execute()
  }

  /** Counted before the change, and outside of its transaction, since images of several labels have to be searched for. */
  async function usersOf(labels: readonly UsedLabel[]): Promise<{ images: number; annotations: number }> {
    const annotations = labels.reduce((sum, label) => sum + label.annotations, 0)
    return { images: await imagesWith(db, labels), annotations }
  }

  return {
    async add(caller, { dataset: nameOrId, name, type }) {
      const { id } = await datasets.rowOf(caller, nameOrId)
      const config_updated = await datasets.addClasses(caller, id, [{ name, type }])
      return { data: { dataset_id: id, name, type, config_updated } }
    },
    async rename(caller, { dataset: nameOrId, old_name, new_name }) {
      const found = await datasets.rowOf(caller, nameOrId)
      const { images, annotations } = await usersOf(await usedLabels(db, found.id, old_name))
      const config_updated = await lockingTransaction(db, async (tx) => {
        const dataset = await current(tx, caller, found)
        const { types } = await known(tx, dataset, old_name)
        const others = old_name === new_name ? [] : [...(await classOf(tx, dataset, new_name)).types]
        const clash = others.find((type) => types.has(type))
        if (clash) {
          throw new ApiError('name_conflict', message('dataset.class_taken', { name: new_name, type: clash }))
        }
        await moveLabels(tx, dataset.id, old_name, new_name)
        const classes = classesOf(dataset).map((c) => (c.name === old_name ? { ...c, name: new_name } : c))
        return writeList(tx, dataset, classes)
      })
      const counts = { images_updated: images, annotations_updated: annotations, config_updated }
      return { data: { dataset_id: found.id, old_name, new_name, ...counts } }
    },
    async merge(caller, { dataset: nameOrId, source_name, target_name }) {
      const found = await datasets.rowOf(caller, nameOrId)
      const { images, annotations } = await usersOf(await usedLabels(db, found.id, source_name))
      const config_updated = await lockingTransaction(db, async (tx) => {
        const dataset = await current(tx, caller, found)
        await known(tx, dataset, source_name)
        await known(tx, dataset, target_name)
        await moveLabels(tx, dataset.id, source_name, target_name)
        const isSame = source_name === target_name
        return writeList(
          tx,
          dataset,
          classesOf(dataset).filter((c) => isSame || c.name !== source_name),
        )
      })
      const counts = { images_updated: images, annotations_updated: annotations, config_updated }
      return { data: { dataset_id: found.id, source_name, target_name, ...counts } }
    },
    async delete(caller, { dataset: nameOrId, name, class_type, delete_annotations }) {
      const found = await datasets.rowOf(caller, nameOrId)
      const type = class_type === undefined ? undefined : plainType(class_type)
      const isOf = (label: { type: AnnotationType }) => type === undefined || label.type === type
      const gone = delete_annotations ? (await usedLabels(db, found.id, name)).filter(isOf) : []
      const { images, annotations } = await usersOf(gone)
      const { config_updated, hidden } = await lockingTransaction(db, async (tx) => {
        const dataset = await current(tx, caller, found)
        const { types, used } = await known(tx, dataset, name)
        if (type !== undefined && !types.has(type)) {
          throw new ApiError(
            'not_found',
            message('dataset.class_of_type_missing', { name, type, dataset: dataset.name }),
          )
        }
        const classes = classesOf(dataset).filter((c) => c.name !== name || !isOf(c))
        const hidden = delete_annotations ? used.filter(isOf).map(({ id }) => id) : []
        if (hidden.length > 0) {
          await tx.updateTable('labels').set({ removed_at: at() }).where('id', 'in', hidden).execute()
        }
        return { config_updated: await writeList(tx, dataset, classes), hidden }
      })
      await removal.remove(hidden)
      return {
        data: { dataset_id: found.id, name, config_updated, images_updated: images, annotations_removed: annotations },
      }
    },
  }
}
