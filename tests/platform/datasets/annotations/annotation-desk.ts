/** A data set with images, and its annotations as clients save, edit and read them. */
import type { ImageAnnotations, SaveResult } from '../../../../src/shared/api/annotations.ts'
import type { Dataset, DatasetInsights, Image } from '../../../../src/shared/api/datasets.ts'
import type {
  AnnotationOperation,
  EditResult,
  ImageRevisionList,
  RevisionAnnotations,
} from '../../../../src/shared/api/image-annotations.ts'
import type { Harness, Request } from '../../support/harness.ts'

export const TYPES = ['bbox', 'polygon', 'polyline', 'keypoint']
let made = 0

export const newUuid = (): string => crypto.randomUUID()

export const box = (id: string | null, x = 10, over: object = {}) => ({
  ...(id !== null && { id }),
  name: 'car',
  type: 'bbox' as const,
  confidence: null,
  bounding_box: { x, y: 20, w: 100, h: 40 },
  ...over,
})

export async function openDesk(h: Harness) {
  const body = { name: `Desk ${++made}`, annotation_types: TYPES }
  const dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
  const addImage = async (filename: string) => {
    const gcs_uri = await h.upload(filename, `IMAGE ${filename}`, 'image/jpeg')
    return (await h.api<Image>('POST', '/images/', { body: { dataset: dataset.id, gcs_uri } })).body.id
  }
  const image = await addImage('1.jpg')
  const place = (of = image) => `/annotations/${dataset.id}/${of}`
  const edit = async (operations: Partial<AnnotationOperation>[], key = h.keys.member) => {
    const sent = operations.map((operation) => ({ op_id: newUuid(), ...operation }))
    return h.api<EditResult>('PATCH', `/images/${image}/annotations`, { body: { operations: sent }, key })
  }
  return {
    dataset,
    image,
    addImage,
    edit,
    save: (annotations: unknown, of = image, request: Request = {}) =>
      h.api<SaveResult>('POST', place(of), { ...request, body: { annotations } }),
    read: (of = image) => h.api<ImageAnnotations>('GET', `/images/${of}/annotations`),
    list: async (of = image) => (await h.api<ImageAnnotations>('GET', place(of))).body.annotations,
    revisions: async (query = '') => (await h.api<ImageRevisionList>('GET', `/images/${image}/revisions${query}`)).body,
    at: async (revision: number) =>
      (await h.api<RevisionAnnotations>('GET', `/images/${image}/revisions/${revision}`)).body,
    restore: (revision: number, request: Request = {}) =>
      h.api<SaveResult>('POST', `/images/${image}/revisions/${revision}/restore`, request),
    insights: async () => (await h.api<DatasetInsights>('GET', `/datasets/${dataset.id}/insights`)).body,
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
