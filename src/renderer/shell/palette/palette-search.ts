/** Searches and groups the palette's items. Pure. */

import type { PaletteItem } from '../../base/commands/palette-items.ts'
import { texts } from '../../texts/texts.ts'
import { score } from './fuzzy.ts'

export interface PaletteGroup {
  title: string
  items: readonly PaletteItem[]
}

const MAX_ITEMS = 60
const MAX_RECENT = 6
/** Less than the points by which a match in the title is ahead of one in other words. */
const HELP_LOSES = 1
const SORTS: Record<string, PaletteItem['sort']> = { '@': 'thing', '>': 'command' }

/** Without a query: recent items first, then all items by group. With a query: the best matches in one list. */
export function searchPalette(items: readonly PaletteItem[], typed: string, recent: readonly string[]): PaletteGroup[] {
  const only = SORTS[typed.trimStart()[0] ?? '']
  const query = (only ? typed.trimStart().slice(1) : typed).trim()
  const offered = only ? items.filter((i) => i.sort === only) : items
  if (query === '') return only ? grouped(offered.slice(0, MAX_ITEMS)) : withRecent(offered, recent)
  const found = offered.flatMap((item) => {
    const title = score(query, item.title)
    const rest = score(query, `${item.words ?? ''} ${item.detail ?? ''} ${item.group}`)
    if (title === null && rest === null) return []
    const use = recent.indexOf(item.id)
    const points = Math.max(title === null ? -1 : title + 2, (rest ?? -1) * 0.7) + (use < 0 ? 0 : 2 - use / 10)
    return [{ item, points: item.sort === 'help' ? points - HELP_LOSES : points }]
  })
  found.sort((a, b) => b.points - a.points)
  return found.length === 0 ? [] : [{ title: '', items: found.slice(0, MAX_ITEMS).map((f) => f.item) }]
}

function withRecent(items: readonly PaletteItem[], recent: readonly string[]): PaletteGroup[] {
  const byId = new Map(items.map((i) => [i.id, i]))
  const latest = recent.flatMap((id) => byId.get(id) ?? []).slice(0, MAX_RECENT)
  const rest = items.filter((i) => !latest.includes(i)).slice(0, MAX_ITEMS)
  return [...(latest.length > 0 ? [{ title: texts.shell.paletteSearch.recent, items: latest }] : []), ...grouped(rest)]
}

function grouped(items: readonly PaletteItem[]): PaletteGroup[] {
  const groups = new Map<string, PaletteItem[]>()
  for (const item of items) {
    const group = groups.get(item.group)
    if (group) group.push(item)
    else groups.set(item.group, [item])
  }
  return [...groups].map(([title, list]) => ({ title, items: list }))
}
