/** The actions of the labelling page on the image, its neighbours and its classes. */
import type { ImageStatus } from '../../../../shared/api/datasets.ts'
import type { AnnotationType } from '../../../../shared/domain/annotation.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Labelled, Operation } from '../labelling/document/document.ts'
import type { LabellingStage } from '../labelling/stage/stage.ts'
import { filterOf, parseQuery } from '../query/image-query.ts'
import type { OpenImage } from './use-image.ts'

const words = texts.data.label

interface LabelActionsOptions {
  datasetId: string
  imageId: string
  /** The query of the list of images, as in the address. */
  query: string
  ids: readonly string[]
  /** Null as long as there is no stage. */
  stage: LabellingStage | null
  refused: string | null
  open: OpenImage | undefined
  patch(change: (open: OpenImage) => OpenImage): void
  reload(): Promise<void>
  reloadDataset(): Promise<void>
  goTo(imageId: string): void
}

export function useLabelActions(options: LabelActionsOptions) {
  const host = useHost()
  const { datasetId, imageId, query, ids, stage, refused, open, patch, reload, reloadDataset, goTo } = options
  const index = ids.indexOf(imageId)

  /** Opens the next image in a direction that has no annotations. */
  async function stepUnlabelled(by: 1 | -1): Promise<void> {
    const filter = { ...filterOf(parseQuery(query)), has_annotations: false }
    const { data } = await host.api('imageLists.ids', { params: { dataset: datasetId }, query: filter })
    const unlabelled = new Set(data)
    let at = index + by
    while (at >= 0 && at < ids.length && !unlabelled.has(ids[at] as string)) at += by
    const found = ids[at]
    if (index >= 0 && found !== undefined) goTo(found)
    else toastInfo(words.noUnlabelled)
  }

  async function copyPrevious(): Promise<void> {
    const from = index > 0 ? ids[index - 1] : undefined
    if (from === undefined) return toastInfo(words.noPrevious)
    const { annotations } = await host.api('imageAnnotations.get', { params: { image_id: from } })
    if (!stage || stage.readOnly) return
    const { document } = stage
    const first = document.topZ
    const copies = annotations.map((one, i): Operation & { action: 'create' } => copyOf(one, first + i))
    document.gesture(copies, { select: copies.map(({ id }) => id) })
    toastInfo(words.copied(copies.length))
  }

  async function setStatus(status: ImageStatus): Promise<void> {
    if (refused !== null || open?.summary.status === status) return
    patch((now) => ({ ...now, summary: { ...now.summary, status } }))
    try {
      const body = { dataset_name: datasetId, image_ids: [imageId], updates: { status } }
      await host.api('imageBatches.update', { body })
      // A key may come before the image itself has arrived.
      if (!open) await reload()
    } catch (failure) {
      toastError(texts.data.image.notSet, failure)
      await reload()
    }
  }

  async function addClass(name: string, type: AnnotationType): Promise<void> {
    try {
      await host.api('annotations.addClass', { body: { dataset: datasetId, name, type } })
      await reloadDataset()
    } catch (failure) {
      toastError(words.classes.notAdded, failure)
    }
  }

  const reported = (act: () => Promise<void>, title: string) => () => void act().catch((e) => toastError(title, e))
  return {
    stepUnlabelled: (by: 1 | -1) => reported(() => stepUnlabelled(by), texts.data.image.failed),
    copyPrevious: reported(copyPrevious, words.notCopied),
    setStatus: (status: ImageStatus) => void setStatus(status),
    addClass: (name: string, type: AnnotationType) => void addClass(name, type),
  }
}

/** A copy is a person's own annotation: it has no confidence, review, origin or track of the original. */
function copyOf(original: Labelled, z: number): Operation & { action: 'create' } {
  const { name, type, bounding_box, polygon, polyline, keypoint, occluded, attributes } = original
  const geometry = { ...(bounding_box && type === 'bbox' && { bounding_box }), ...(polygon && { polygon }) }
  return {
    action: 'create',
    id: crypto.randomUUID(),
    fields: {
      name,
      type,
      confidence: null,
      z,
      ...geometry,
      ...(polyline && { polyline }),
      ...(keypoint && { keypoint }),
      ...(occluded && { occluded }),
      ...(attributes && { attributes }),
    },
  }
}
