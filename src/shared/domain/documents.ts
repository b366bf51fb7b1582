/** Texts by path: files of a disk, or rows of a database that several servers share. */
export interface Documents {
  /** Returns null for a missing document. */
  read(path: string): Promise<string | null>
  /** Replaces it as a whole. */
  write(path: string, text: string): Promise<void>
  /** Removes the document, or all in the folder. */
  remove(path: string): Promise<void>
  rename(path: string, to: string): Promise<void>
  /** Of the documents in the folder, in no particular order. */
  names(folder: string): Promise<string[]>
  /** Runs `work`, which may be repeated, with no other process in between. */
  exclusively<R>(work: (documents: Documents) => Promise<R>): Promise<R>
}
