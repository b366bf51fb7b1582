/** Searches runs by the words of their name, workflow, source file, tags and note. */
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { type Labels, NO_LABELS } from './labels.ts'

/** Folds case and accents: “Straße” equals “STRASSE”, and “Café” equals “cafe”. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

export interface RunSearch {
  /** Words that must all be found, in any order and position. */
  text: string
  /** A tag that the run must have. */
  tag: string | null
}

type Searched = Pick<WorkflowRun, 'id' | 'workflow_name' | 'source'>

/** Cached, since folding the notes at each key press would take longer than the search. */
const textOf = new WeakMap<Searched, { labels: Labels; text: string }>()

function searchText(run: Searched, labels: Labels): string {
  const known = textOf.get(run)
  if (known?.labels === labels) return known.text
  const { name, tags, note } = labels
  const text = folded([name, run.workflow_name, run.source?.name, ...tags, note].filter(Boolean).join('\n'))
  textOf.set(run, { labels, text })
  return text
}

export const isSearch = ({ text, tag }: RunSearch): boolean => text.trim() !== '' || tag !== null

export function searchRuns<T extends Searched>(
  runs: readonly T[],
  all: ReadonlyMap<string, Labels>,
  { text, tag }: RunSearch,
): T[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return runs.filter((run) => {
    const labels = all.get(run.id) ?? NO_LABELS
    if (tag !== null && !labels.tags.includes(tag)) return false
    return words.length === 0 || words.every((word) => searchText(run, labels).includes(word))
  })
}
