/**
 * Folders of the data folder in which the Studio keeps files of its own that may name uploads. The platform leaves an
 * upload that one of them names.
 */
export const HANDLE_FOLDERS = { batches: 'batches', versions: 'versions' } as const
