/** Opens the browser's dialog for a folder. Resolves with all files in it and below it; with none when it is closed. */
export function pickFolder(label: string): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.webkitdirectory = true
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
