/**
 * Folders of the data folder in which the Studio stores its own files, which may refer to uploads. The platform does
 * not delete an upload that one of them refers to.
 */
export const HANDLE_FOLDERS = { batches: 'batches', versions: 'versions' } as const

/** The folder of a server with such folders of people: `<organization>/<user>`. */
export const PEOPLE_FOLDER = 'studio'
