/** The sources of the command palette's items. Screens add their own while they are mounted. */
import { type ReactNode, useEffect, useRef } from 'react'
import { createStore } from 'zustand/vanilla'

export interface PaletteItem {
  /** Stable across openings: recently used items are remembered by it. */
  id: string
  title: string
  detail?: string
  group: string
  icon?: ReactNode
  /** Chords such as "Ctrl+K". */
  keys?: readonly string[]
  /** Other words that the search matches. */
  words?: string
  /** “@” limits the search to things on the canvas, “>” to commands; help comes after equal matches. */
  sort: 'thing' | 'command' | 'place' | 'help'
  act(): void
}

/** Called each time the palette opens, and when the component is mounted while it is open. */
export type PaletteSource = () => readonly PaletteItem[] | Promise<readonly PaletteItem[]>

interface PaletteState {
  open: boolean
  /** The initial text of the search field. */
  query: string
  /** The address at which it was opened. */
  address: string
}

export const paletteStore = createStore<PaletteState>()(() => ({ open: false, query: '', address: '' }))
export const openPalette = (query = ''): void =>
  paletteStore.setState({ open: true, query, address: window.location.hash })
export const closePalette = (): void => paletteStore.setState({ open: false })

export interface MountedSource {
  readonly current: PaletteSource
}

/** Sources of the components that are mounted, the last one first. */
export const paletteSources = createStore<{ mounted: readonly MountedSource[] }>()(() => ({ mounted: [] }))

/** Adds items to the palette while the component is mounted; they precede those of enclosing screens. */
export function usePaletteItems(source: PaletteSource): void {
  const mine = useRef(source)
  mine.current = source
  useEffect(() => {
    paletteSources.setState(({ mounted }) => ({ mounted: [mine, ...mounted] }))
    return () => paletteSources.setState(({ mounted }) => ({ mounted: mounted.filter((other) => other !== mine) }))
  }, [])
}

const RECENT_KEY = 'sightline.palette.recent'
const MAX_RECENT = 20

/** Ids of recently used items, newest first. */
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
    const next = [id, ...recentIds().filter((other) => other !== id)].slice(0, MAX_RECENT)
    window.localStorage.setItem(RECENT_KEY, JSON.stringify(next))
  } catch {
    // Without storage, no item is recent.
  }
}
