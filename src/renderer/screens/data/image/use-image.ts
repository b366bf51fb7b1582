/** An image and its facts. */
import { useCallback } from 'react'
import type { Image } from '../../../../shared/api/datasets.ts'
import type { ImageSummary } from '../../../../shared/api/image-lists.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { type Resource, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'

export interface OpenImage {
  summary: ImageSummary
  image: Image
}

export async function readImage(host: Host, dataset: string, imageId: string): Promise<OpenImage> {
  const { data } = await host.api('imageLists.summaries', { body: { dataset, image_ids: [imageId], boxes: false } })
  const [summary] = data
  if (!summary) throw new Error(texts.data.image.isGone)
  const filename = `${summary.directory_path}/${summary.filename}`.replace(/^\/+/, '')
  return { summary, image: await host.api('images.find', { query: { dataset, filename } }) }
}

export function useImage(dataset: string, imageId: string): Resource<OpenImage> {
  const host = useHost()
  return useResource(useCallback(() => readImage(host, dataset, imageId), [host, dataset, imageId]))
}
