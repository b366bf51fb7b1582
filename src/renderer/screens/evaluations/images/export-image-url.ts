/** The address of an image of an export at the host. */
import { useHost } from '../../../base/host/host-context.ts'

export function useExportImageUrl(exportId: string, position: number): string {
  const { info } = useHost()
  return `${info.files_base}/exports/${encodeURIComponent(exportId)}/images/${position}`
}
