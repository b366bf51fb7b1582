/** Where the user was in each list of images, so that the grid opens at the same place after an image. */

export interface GridPlace {
  /** Offset of the content at the top of the view. */
  offset: number
  /** The current image. */
  imageId: string | null
}

/** Lists of this window. */
const MOST_PLACES = 50
const places = new Map<string, GridPlace>()

const keyOf = (datasetId: string, search: string) => `${datasetId}?${search}`

export const placeIn = (datasetId: string, search: string): GridPlace =>
  places.get(keyOf(datasetId, search)) ?? { offset: 0, imageId: null }

export function rememberPlace(datasetId: string, search: string, part: Partial<GridPlace>): void {
  const key = keyOf(datasetId, search)
  const next = { ...placeIn(datasetId, search), ...part }
  places.delete(key)
  places.set(key, next)
  for (const old of places.keys()) if (places.size > MOST_PLACES) places.delete(old)
}
