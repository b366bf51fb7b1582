/** The images of a data set or an export in the order in which the source block reads them. */
import { useEffect, useState } from 'react'
import type { Image } from '../../../../shared/api/datasets.ts'
import { naturally } from '../../../../shared/domain/natural-order.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { exportIdOf, exportImageUrl, imagesOfExport } from '../../../parts/studio/exports/export-images.ts'
import { useDocument } from '../session/editor-context.ts'

export interface SourceImage {
  id: string
  /** Includes its directories: train/cars/1.jpg. */
  name: string
  /** The URL of the image file at the host. */
  url: string
}

/** Identifies the images of a source block. `directory`: without slashes around it; '' is the whole data set. */
export type ImagesChoice = { dataset: string; directory: string } | { exportId: string }

/** Rows per request. */
const PAGE = 10_000
/** Images are a second apart unless the source has a rate. */
const RATE = 1

/** Null for videos, images, and folders that no data set contains. */
export function choiceOf(graph: Graph): ImagesChoice | null {
  const exportId = exportIdOf(graph)
  if (exportId !== null) return { exportId }
  const { config } = graph.nodes.find((n) => n.type === 'source') ?? {}
  const { kind, dataset_project_id: dataset, directory_path: directory } = config ?? {}
  if (kind !== 'dataset' || typeof dataset !== 'string' || dataset === '' || dataset.startsWith('file:')) return null
  return { dataset, directory: typeof directory === 'string' ? segments(directory) : '' }
}

/** Returns the number of images per second. */
export function rateOf(graph: Graph): number {
  const rate = graph.nodes.find((n) => n.type === 'source')?.config.sample_fps
  return typeof rate === 'number' && rate > 0 ? rate : RATE
}

/** Returns the middle of an image's interval, so that rounding can't select a neighbour. */
export const momentOf = (index: number, rate: number): number => (index + 0.5) / rate
export const indexAt = (atS: number, rate: number): number => Math.max(0, Math.floor(atS * rate))

const segments = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .join('/')

const nameOf = ({ directory_path, filename }: Image): string =>
  [segments(directory_path), filename].filter((part) => part !== '').join('/')

export async function imagesOf(host: Host, choice: ImagesChoice): Promise<SourceImage[]> {
  const { files_base } = host.info
  const found =
    'exportId' in choice
      ? (await imagesOfExport(host, choice.exportId)).map(({ id, name, position }) => ({
          id,
          name,
          url: exportImageUrl(files_base, choice.exportId, position),
        }))
      : (await imagesOfDataset(host, choice.dataset))
          .map((image) => ({ id: image.id, name: nameOf(image), url: imageUrl(files_base, image.id) }))
          .filter(({ name }) => choice.directory === '' || name.startsWith(`${choice.directory}/`))
  return found.sort((a, b) => naturally(a.name, b.name))
}

const imageUrl = (filesBase: string, id: string): string => `${filesBase}/images/${encodeURIComponent(id)}`

async function imagesOfDataset(host: Host, dataset: string): Promise<Image[]> {
  const found: Image[] = []
  for (let more = true; more; ) {
    const query = { include_images: true, images_limit: PAGE, images_offset: found.length }
    const { images } = await host.api('datasets.get', { params: { dataset }, query })
    found.push(...(images ?? []))
    more = images?.length === PAGE
  }
  return found
}

/** Null while they are unknown, and for other sources. Another `attempt` reads them again. */
export function useSourceImages(attempt: number): readonly SourceImage[] | null {
  const host = useHost()
  const key = useDocument((s) => JSON.stringify(choiceOf(s.doc.graph)))
  const [known, setKnown] = useState<{ key: string; images: readonly SourceImage[] } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt may find other images
  useEffect(() => {
    const choice = JSON.parse(key) as ImagesChoice | null
    if (!choice) return
    let left = false
    imagesOf(host, choice).then(
      (images) => !left && setKnown({ key, images }),
      // The preview itself reports problems of the source.
      () => !left && setKnown({ key, images: [] }),
    )
    return () => {
      left = true
    }
  }, [host, key, attempt])
  return known?.key === key ? known.images : null
}
