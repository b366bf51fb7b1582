/** Files that are picked or dropped, with the directories that contained them. */

export interface PlacedFile {
  file: File
  /** /, or the path of the folders that contained it. */
  directory: string
}

/** Files of the browser's dialog; those of a folder keep its structure. */
export const pickedFiles = (files: readonly File[]): PlacedFile[] =>
  files.map((file) => ({ file, directory: `/${(file.webkitRelativePath ?? '').split('/').slice(0, -1).join('/')}` }))

/** All files that were dropped, with those in dropped folders. Must be called in the event of the drop. */
export async function droppedFiles(transfer: DataTransfer): Promise<PlacedFile[]> {
  // The items are gone after the event, so their entries are taken first.
  const entries = [...(transfer.items ?? [])].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry?.() : null
    return entry ? [entry] : []
  })
  if (entries.length === 0) return pickedFiles([...transfer.files])
  const found: PlacedFile[] = []
  const read = async (entry: FileSystemEntry, directory: string): Promise<void> => {
    if (entry.isFile) {
      found.push({ file: await fileOf(entry as FileSystemFileEntry), directory })
      return
    }
    const below = directory === '/' ? `/${entry.name}` : `${directory}/${entry.name}`
    for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) await read(inner, below)
  }
  for (const entry of entries) await read(entry, '/')
  return found
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    // A browser hands over a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}
