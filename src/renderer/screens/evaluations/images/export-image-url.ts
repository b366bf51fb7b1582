/** The address of an image of an export at the host. */
import { useHost } from '../../../base/host/host-context.ts'

/** Null when the export was deleted. */
export function useExportImageUrl(exportId: string | null, position: number): string | null {
  const { info } = useHost()
  return exportId === null ? null : `${info.files_base}/exports/${encodeURIComponent(exportId)}/images/${position}`
}
