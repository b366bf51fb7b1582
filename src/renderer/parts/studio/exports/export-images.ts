/** The images that an export has frozen, which stay when its data set is deleted. */
import type { ExportImage } from '../../../../shared/api/exports.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import type { Host } from '../../../base/host/host-context.ts'

export interface NamedImage {
  position: number
  /** Unique in the export. */
  id: string
  /** Includes its directories: train/cars/1.jpg. */
  name: string
}

/** Rows per request. */
const PAGE = 10_000

/** The id of the export that the source block reads; null for other sources. */
export function exportIdOf(graph: Graph | null): string | null {
  const { config } = graph?.nodes.find((n) => n.type === 'source') ?? {}
  const { kind, export_id: id } = config ?? {}
  return kind === 'export' && typeof id === 'string' && id !== '' ? id : null
}

/** In the order of their positions. */
export async function imagesOfExport(host: Host, exportId: string): Promise<NamedImage[]> {
  const found: NamedImage[] = []
  for (let more = true; more; ) {
    const query = { limit: PAGE, offset: found.length }
    const { data, has_more } = await host.api('exports.images', { params: { export_id: exportId }, query })
    for (const image of data) found.push({ position: image.position, id: image.image_id, name: nameOf(image) })
    more = has_more
  }
  return found
}

const nameOf = ({ directory_path, filename }: ExportImage): string =>
  [...directory_path.split('/'), filename].filter((part) => part !== '').join('/')

/** @param filesBase of the host */
export const exportImageUrl = (filesBase: string, exportId: string, position: number): string =>
  `${filesBase}/exports/${encodeURIComponent(exportId)}/images/${position}`
