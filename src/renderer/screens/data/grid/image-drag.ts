/** Images that are dragged from the grid to a directory. The ids stay in this window, however many there are. */

const TYPE = 'application/x-sightline-images'
let dragged: readonly string[] = []

export function dragIds(transfer: DataTransfer, ids: readonly string[]): void {
  dragged = ids
  transfer.setData(TYPE, String(ids.length))
  transfer.effectAllowed = 'move'
}

export const hasImages = (transfer: DataTransfer): boolean => transfer.types.includes(TYPE)

export const droppedIds = (): readonly string[] => dragged
