/** The browser's own file dialog. Resolves with null when it is closed without a choice. */
export function pickFile(accept: string, label: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.hidden = true
    input.setAttribute('aria-label', label)
    const finish = (file: File | null) => {
      input.remove()
      resolve(file)
    }
    input.addEventListener('change', () => finish(input.files?.[0] ?? null))
    input.addEventListener('cancel', () => finish(null))
    document.body.append(input)
    input.click()
  })
}

export const MEDIA = 'video/*,image/*,.mkv,.mov,.avi,.ts,.m4v,.webm,.mp4'
export const WORKFLOW_FILES = '.json,.sightline.json,application/json'

const MEDIA_NAME = /\.(mp4|m4v|mov|mkv|webm|avi|mpe?g|m2?ts|wmv|flv|3gp|ogv|jpe?g|png|webp|bmp|gif|tiff?)$/i
export const isMedia = (file: File): boolean => /^(video|image)\//.test(file.type) || MEDIA_NAME.test(file.name)
export const isWorkflowFile = (file: File): boolean => file.name.endsWith('.json') || file.type === 'application/json'
