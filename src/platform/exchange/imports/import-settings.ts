/** The choices of an import that its steps read. */
export interface ImportSettings {
  /** Names in the archive, with the names to import them as; null excludes a class. */
  classMap: Readonly<Record<string, string | null>>
  predictions: boolean
  /** True when image files of the archive are imported. */
  images: boolean
}
