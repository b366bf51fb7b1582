/** How this browser shows the grid. */
import { useCallback, useState } from 'react'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LEAST_SIDE, MOST_SIDE } from './layout.ts'

const GridSettings = Type.Object({
  /** Least side of a picture, in pixels. */
  size: Type.Number({ minimum: LEAST_SIDE, maximum: MOST_SIDE }),
  boxes: Type.Boolean(),
  directories: Type.Boolean(),
})
export type GridSettings = Static<typeof GridSettings>

const KEY = 'sightline.data.grid'
const FIRST: GridSettings = { size: 180, boxes: true, directories: true }

function read(): GridSettings {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? 'null')
    return Value.Check(GridSettings, value) ? value : FIRST
  } catch {
    return FIRST
  }
}

export function useGridSettings(): [GridSettings, (part: Partial<GridSettings>) => void] {
  const [settings, setSettings] = useState(read)
  const change = useCallback((part: Partial<GridSettings>) => {
    setSettings((before) => {
      const next = { ...before, ...part }
      try {
        window.localStorage.setItem(KEY, JSON.stringify(next))
      } catch {
        // Without storage the grid starts in the same way each time.
      }
      return next
    })
  }, [])
  return [settings, change]
}
