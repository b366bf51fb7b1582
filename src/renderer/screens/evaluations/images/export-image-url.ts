/** The address of an image of an export at the host. */
import { useHost } from '../../../base/host/host-context.ts'
import { exportImageUrl } from '../../../parts/studio/exports/export-images.ts'

export const useExportImageUrl = (exportId: string, position: number): string =>
  exportImageUrl(useHost().info.files_base, exportId, position)
