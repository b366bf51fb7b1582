/** What the command palette offers. Screens add their own for as long as they are shown. */
import { type ReactNode, useEffect, useRef } from 'react'
import { createStore } from 'zustand/vanilla'

export interface PaletteItem {
  /** The same from one opening to the next: what was used lately is told by it. */
  id: string
  title: string
  detail?: string
  group: string
  icon?: ReactNode
  /** Chords such as "Ctrl+K". */
  keys?: readonly string[]
  /** Other words to find it by. */
  words?: string
  /** Things on the canvas are found with "@" alone, commands with ">". */
  sort: 'thing' | 'command' | 'place'
  act(): void
}

/** Asked each time the palette opens. */
export type PaletteSource = () => readonly PaletteItem[] | Promise<readonly PaletteItem[]>

interface PaletteState {
  open: boolean
  /** What stands in the field at first. */
  query: string
}

export const paletteStore = createStore<PaletteState>()(() => ({ open: false, query: '' }))
export const openPalette = (query = ''): void => paletteStore.setState({ open: true, query })
export const closePalette = (): void => paletteStore.setState({ open: false })

const sources = new Set<{ current: PaletteSource }>()

export const paletteSources = (): PaletteSource[] => [...sources].reverse().map((s) => s.current)

/** While the component is shown, the palette offers these too, before those of screens around it. */
export function usePaletteItems(source: PaletteSource): void {
  const mine = useRef(source)
  mine.current = source
  useEffect(() => {
    sources.add(mine)
    return () => void sources.delete(mine)
  }, [])
}

const RECENT_KEY = 'sightline.palette.recent'
const RECENT_MOST = 20

/** Ids of what was used last, newest first. */
export function recentIds(): string[] {
  try {
    const read: unknown = JSON.parse(window.localStorage.getItem(RECENT_KEY) ?? '[]')
    return Array.isArray(read) ? read.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberUse(id: string): void {
  try {
    const next = [id, ...recentIds().filter((other) => other !== id)].slice(0, RECENT_MOST)
    window.localStorage.setItem(RECENT_KEY, JSON.stringify(next))
  } catch {
    // Without storage nothing is recent.
  }
}
