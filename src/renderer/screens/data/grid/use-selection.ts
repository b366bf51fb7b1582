/** The selection of a list of images: it follows the images when the list is read again, and ends with another list. */
import { useState } from 'react'
import { carriedOver, NOTHING, type Selection } from './selection.ts'

interface Kept {
  ids: readonly string[]
  key: string
  selection: Selection
}

/**
 * @param key of the list, such as its filters
 * @param firstId the current image at first
 */
export function useSelection(
  ids: readonly string[],
  key: string,
  firstId: string | null,
): [Selection, (selection: Selection) => void] {
  const [kept, setKept] = useState<Kept>({ ids: [], key, selection: NOTHING })
  let now = kept
  if (kept.key !== key || (kept.ids.length === 0 && ids.length > 0)) {
    const cursor = firstId === null ? -1 : ids.indexOf(firstId)
    now = { ids, key, selection: { ...NOTHING, cursor } }
  } else if (kept.ids !== ids) now = { ids, key, selection: carriedOver(kept.selection, kept.ids, ids) }
  // React renders again at once, before the page shows the old selection.
  if (now !== kept) setKept(now)
  return [now.selection, (selection) => setKept({ ids, key, selection })]
}
