/** Tools for data sets, images, annotations, search and exports. */
import { Type } from 'typebox'
import { IMAGE_STATUSES } from '../../../shared/api/datasets.ts'
import { ImageImport } from '../../../shared/api/images.ts'
import { type AgentTool, endpointTool } from './agent-tool.ts'

const Dataset = Type.String({ minLength: 1, description: 'Name or id' })
/** Base64 of 4 MB, within the limit of a request. */
const MAX_BASE64 = 5_600_000

const uploadImage: AgentTool = {
  name: 'upload_image',
  description:
    'Add an image to a data set: its bytes as base64, or a handle. With neither, returns an upload_url for a PUT of the bytes and the gcs_uri for a second call',
  role: 'member',
  idempotent: false,
  readOnly: false,
  destructive: false,
  input: Type.Object(
    {
      dataset: Dataset,
      filename: Type.String({ minLength: 1, maxLength: 255 }),
      content_type: Type.String({ minLength: 1, maxLength: 100, default: 'image/jpeg' }),
      directory_path: ImageImport.properties.directory_path,
      data_base64: Type.Optional(Type.String({ maxLength: MAX_BASE64, contentEncoding: 'base64' })),
      gcs_uri: Type.Optional(Type.String({ minLength: 1, description: 'The handle of uploaded bytes' })),
    },
    { additionalProperties: false },
  ),
  async call({ dataset, filename, content_type, directory_path, data_base64, gcs_uri }, { api, put }) {
    const add = async (handle: unknown) => ({
      value: await api('images.import', { body: { dataset, filename, directory_path, gcs_uri: handle } }),
    })
    if (gcs_uri !== undefined) return add(gcs_uri)
    const target = await api('images.uploadUrl', { body: { filename, content_type } })
    const { upload_url, gcs_uri: handle } = target as { upload_url: string; gcs_uri: string }
    if (data_base64 === undefined) {
      const next = 'PUT the bytes to upload_url with this Content-Type, then call upload_image with this gcs_uri.'
      return { value: { upload_url, gcs_uri: handle, content_type, next } }
    }
    await put(upload_url, Buffer.from(data_base64 as string, 'base64'), content_type as string)
    return add(handle)
  },
}

const ImageId = Type.String({ minLength: 1, maxLength: 100 })

const deleteImage: AgentTool = {
  ...endpointTool('delete_image', 'imageBatches.delete'),
  description: 'Archive an image, or delete it permanently, which needs an admin',
  destructive: true,
  input: Type.Object(
    { dataset: Dataset, image_id: ImageId, permanent: Type.Boolean({ default: false }) },
    { additionalProperties: false },
  ),
  call: async ({ dataset: dataset_name, image_id, permanent }, { api }) => ({
    value: await api('imageBatches.delete', { body: { dataset_name, image_ids: [image_id], permanent } }),
  }),
}

const reviewImage: AgentTool = {
  ...endpointTool('review_image', 'imageBatches.update'),
  description: 'Set the labelling status of an image',
  input: Type.Object(
    { dataset: Dataset, image_id: ImageId, status: Type.Enum([...IMAGE_STATUSES]) },
    { additionalProperties: false },
  ),
  call: async ({ dataset: dataset_name, image_id, status }, { api }) => ({
    value: await api('imageBatches.update', { body: { dataset_name, image_ids: [image_id], updates: { status } } }),
  }),
}

export const dataTools: readonly AgentTool[] = [
  endpointTool('list_datasets', 'datasets.list', {
    answer: ({ data, pagination }) => ({
      pagination,
      data: data.map(({ id, name, description, annotation_types, classes, image_count, created_at }) => {
        return { id, name, description, annotation_types, classes: classes.map((c) => c.name), image_count, created_at }
      }),
    }),
  }),
  endpointTool('get_dataset', 'datasets.get'),
  endpointTool('create_dataset', 'datasets.create'),
  endpointTool('delete_dataset', 'datasets.delete'),
  uploadImage,
  deleteImage,
  reviewImage,
  endpointTool('set_image_split', 'imageSplits.assign'),
  endpointTool('rebalance_dataset_splits', 'imageSplits.rebalance', { replaces: true }),
  endpointTool('get_annotations', 'annotations.get'),
  endpointTool('save_annotations', 'annotations.save', { replaces: true }),
  endpointTool('search_by_tag', 'search.byTags'),
  endpointTool('search_by_similarity', 'search.similar'),
  endpointTool('create_export', 'exports.create'),
  endpointTool('list_exports', 'exports.list', {
    answer: ({ data, ...page }) => ({
      ...page,
      data: data.map(({ id, name, format, status, dataset_name, image_count, annotation_count, created_at }) => {
        return { id, name, format, status, dataset_name, image_count, annotation_count, created_at }
      }),
    }),
  }),
  endpointTool('download_export', 'exports.download', {
    links: ({ data }) => [{ uri: data.download_url, name: data.filename, mediaType: 'application/zip' }],
  }),
]
