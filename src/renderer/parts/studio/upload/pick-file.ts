/** Picks files in the browser's dialog, and recognizes them by name and type. */
import type { SightlineWindow } from '../../../../shared/bridge/page-connection.ts'
import { isImageName } from '../../../../shared/domain/still-formats.ts'

/** Opens the browser's file dialog. Resolves with null when it is closed without a choice. */
export const pickFile = async (accept: string, label: string): Promise<File | null> =>
  (await pickFiles(accept, label, false))[0] ?? null

/** Picks several files; resolves with none when the dialog is closed without a choice. */
export function pickFiles(accept: string, label: string, multiple = true): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.multiple = multiple
    input.hidden = true
    input.setAttribute('aria-label', label)
    const finish = (files: File[]) => {
      input.remove()
      resolve(files)
    }
    input.addEventListener('change', () => finish([...(input.files ?? [])]))
    input.addEventListener('cancel', () => finish([]))
    document.body.append(input)
    input.click()
  })
}

export const MEDIA = 'video/*,image/*,.mkv,.mov,.avi,.ts,.m4v,.webm,.mp4'
export const WORKFLOW_FILES = '.json,.sightline.json,application/json'

const VIDEO_NAME = /\.(mp4|m4v|mov|mkv|webm|avi|mpe?g|m2?ts|wmv|flv|3gp|ogv)$/i
export const isMedia = (file: File): boolean =>
  /^(video|image)\//.test(file.type) || VIDEO_NAME.test(file.name) || isImageName(file.name)
export const isWorkflowFile = (file: File): boolean => /\.json$/i.test(file.name) || file.type === 'application/json'

/** Electron's preload knows the path of a dropped file; a browser never exposes it. */
export function pathOf(file: File): string | null {
  const { sightline } = window as { sightline?: SightlineWindow }
  return sightline?.pathForFile(file) || null
}
