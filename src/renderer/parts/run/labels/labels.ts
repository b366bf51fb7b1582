/** Labels of a run as the page shows them, and the three-way merge of two windows' changes. */
import { cutText } from '../../../../shared/domain/cut-text.ts'
import {
  MAX_RUN_NAME,
  MAX_RUN_NOTE,
  MAX_RUN_TAG,
  MAX_RUN_TAGS,
  type RunLabels,
} from '../../../../shared/domain/run-labels.ts'

export type Labels = Omit<RunLabels, 'run_id'>
export type LabelField = keyof Labels

export const NO_LABELS: Labels = { name: null, tags: [], note: null }

export interface MergedLabels {
  value: Labels
  /** Fields that both sides changed, to different values; the merged value has mine. */
  conflicts: LabelField[]
}

/** Merges tags as a set: additions and removals of either side are applied. */
export function mergeLabels(base: Labels, mine: Labels, theirs: Labels): MergedLabels {
  const conflicts: LabelField[] = []
  const text = (field: 'name' | 'note') => {
    if (mine[field] === base[field]) return theirs[field]
    if (theirs[field] !== base[field] && theirs[field] !== mine[field]) conflicts.push(field)
    return mine[field]
  }
  const [name, note] = [text('name'), text('note')]
  const removed = (tag: string) => base.tags.includes(tag) && !(mine.tags.includes(tag) && theirs.tags.includes(tag))
  const tags = [...new Set([...mine.tags, ...theirs.tags])].filter((tag) => !removed(tag))
  if (tags.length > MAX_RUN_TAGS) conflicts.push('tags')
  return { value: { name, tags: tags.slice(0, MAX_RUN_TAGS), note }, conflicts }
}

/** Returns the name on one line, trimmed; null when it is empty. */
export const nameOf = (typed: string): string | null => oneLine(typed, MAX_RUN_NAME) || null

/** Returns the note untrimmed, since space at its end is normal while it is being typed; null when it is blank. */
export const noteOf = (typed: string): string | null =>
  typed.trim() === '' ? null : cutText(typed.replace(/\r\n?/g, '\n'), MAX_RUN_NOTE)

/** Returns the typed tags without duplicates, each spelled like a known tag that differs in case only. */
export function tagsOf(typed: readonly string[], known: readonly string[]): string[] {
  const tags: string[] = []
  for (const raw of typed) {
    const tag = oneLine(raw, MAX_RUN_TAG)
    const same = (other: string) => other.toLowerCase() === tag.toLowerCase()
    if (tag !== '' && !tags.some(same)) tags.push(known.includes(tag) ? tag : (known.find(same) ?? tag))
  }
  return tags.slice(0, MAX_RUN_TAGS)
}

const oneLine = (typed: string, most: number): string => typed.replace(/\s+/g, ' ').trim().slice(0, most).trim()

/** Returns the tags of all runs, the most used first. */
export function knownTags(all: Iterable<Labels>): string[] {
  const uses = new Map<string, number>()
  for (const { tags } of all) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  return [...uses].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([tag]) => tag)
}
