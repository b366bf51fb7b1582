/** Searches and groups the palette's items. Pure. */

import type { PaletteItem } from '../../base/commands/palette-items.ts'
import { texts } from '../../texts/texts.ts'

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

/** Fuzzy matching for searchable lists. */

const WORD_START = /[\s\-_/.“(]/

/**
 * Scores how well a text matches a query; null when a letter is missing. Each word of the query must be found in
 * order. The start of a word scores highest, consecutive letters above scattered ones, short texts above long.
 */
export function score(query: string, text: string): number | null {
  const hay = text.toLowerCase()
  let total = 0
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (word === '') continue
    const one = scoreWord(word, hay)
    if (one === null) return null
    total += one
  }
  return total - text.length / 200
}

function scoreWord(word: string, hay: string): number | null {
  for (let at = hay.indexOf(word); at >= 0; at = hay.indexOf(word, at + 1)) {
    if (at === 0) return 12 + word.length
    if (WORD_START.test(hay[at - 1] as string)) return 9 + word.length
  }
  if (hay.includes(word)) return 5 + word.length
  let points = 0
  let from = 0
  for (const letter of word) {
    const at = hay.indexOf(letter, from)
    if (at < 0) return null
    if (at === 0 || WORD_START.test(hay[at - 1] as string)) points += 1
    else if (at === from) points += 0.6
    else points -= Math.min(1, (at - from) / 8)
    from = at + 1
  }
  // Scattered letters match almost any long text by chance.
  return points > 0 ? points : null
}
