/** A host with one data set: it filters and changes images as the platform does. */
import { vi } from 'vitest'
import type { ListedFolder } from '../../../../src/shared/api/folders.ts'
import type { BatchResult } from '../../../../src/shared/api/image-batches.ts'
import type { ImageFilter, ImageSummary } from '../../../../src/shared/api/image-lists.ts'
import type { FakeHost } from '../../fake-host.ts'
import { hostWithAnswers } from '../../with-answers.ts'
import { aDataset, anImage } from './images.ts'

export interface FakeData {
  host: FakeHost
  images: ImageSummary[]
  /** Ids that the platform refuses to change. */
  refused: Set<string>
}

/** The page has no layout in tests: elements get this size. */
export function stubSize(width: number, height: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
}

export function fakeData(images: ImageSummary[], folders: ListedFolder[] = []): FakeData {
  const data: FakeData = { host: undefined as never, images, refused: new Set() }
  const change = (ids: readonly string[], part: (image: ImageSummary) => Partial<ImageSummary> | null): BatchResult => {
    const changed = ids.filter((id) => !data.refused.has(id))
    data.images = data.images.flatMap((image) => {
      if (!changed.includes(image.id)) return [image]
      const next = part(image)
      return next === null ? [] : [{ ...image, ...next }]
    })
    return {
      success: true,
      processed: changed.length,
      affected_directories: [],
      renamed: 0,
      operation: null,
      failed: ids.filter((id) => data.refused.has(id)).map((id) => ({ id, reason: 'The image is locked.' })),
    }
  }
  const passes = (image: ImageSummary, query: Partial<ImageFilter> = {}) =>
    image.is_archived === (query.archived ?? false) &&
    (query.status === undefined || query.status.includes(image.status)) &&
    (query.text === undefined || image.filename.includes(query.text)) &&
    (query.directory === undefined || image.directory_path.startsWith(query.directory))
  data.host = hostWithAnswers({
    'datasets.get': () => aDataset({ image_count: data.images.filter((one) => !one.is_archived).length }),
    'folders.list': () => folders,
    'imageLists.ids': ({ query }) => {
      const found = data.images.filter((image) => passes(image, query)).map(({ id }) => id)
      return { data: found, total: found.length, has_more: false }
    },
    'imageLists.summaries': ({ body }) => {
      const asked = new Set(body.image_ids)
      return { data: data.images.filter(({ id }) => asked.has(id)), classes: [], missing: [] }
    },
    'imageBatches.update': ({ body }) => {
      const { status, is_archived } = body.updates
      return change(body.image_ids, () => ({
        ...(status && { status }),
        ...(is_archived !== undefined && { is_archived }),
      }))
    },
    'imageBatches.move': ({ body }) => change(body.image_ids, () => ({ directory_path: body.target_directory_path })),
    'imageBatches.delete': ({ body }) => change(body.image_ids, () => null),
    'imageSplits.assign': ({ body }) => change(body.image_ids, () => ({ split: body.split })),
    'images.find': ({ query }) =>
      anImage(data.images.find(({ filename }) => filename === query?.filename) as ImageSummary),
    'annotationComments.list': () => [],
    'imageAnnotations.get': ({ params }) => ({
      success: true,
      image_id: params.image_id,
      filename: '',
      annotation_count: 1,
      revision: 1,
      annotations: [
        {
          id: '00000000-0000-4000-8000-000000000001',
          name: 'car',
          type: 'bbox',
          confidence: null,
          bounding_box: { x: 1, y: 2, w: 30, h: 40 },
        },
      ],
    }),
  })
  return data
}

export const callsOf = ({ host }: FakeData, id: string): unknown[] =>
  host.state.calls.filter(({ endpoint }) => endpoint === id).map(({ input }) => input)
