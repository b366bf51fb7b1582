/** Files of labels that an import leaves out whole: those that can't be read, and those that the format does not read. */
import type { ImportRule } from '../../../../shared/api/imports.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { LabelFiles, RefusedEntry } from '../archive/label-files.ts'
import { unreadable } from '../archive/open-archive.ts'
import type { ArchiveOutline, JsonStart } from '../formats/archive-outline.ts'
import { faultIn } from '../formats/broken-document.ts'
import { isCocoResult } from '../formats/coco.ts'
import type { Candidate } from '../formats/detect-format.ts'
import { STRAY } from '../formats/image-folder.ts'
import { MASK_FILES } from '../formats/mask-pixels.ts'
import { brokenDocument, type PlanNotes } from './plan-notes.ts'

/** Files that usually hold labels. */
const OF_LABELS = /\.(json|jsonl|ndjson|xml|txt|csv|tsv|ya?ml|xlsx?|mat|npy|npz|pkl|parquet|tfrecord)$/i
/** Unknown documents that are read to find their faults. */
const MOST_EXAMINED = 1000

/** The rules by which entries of an archive are left out. */
const REFUSALS = {
  name: 'file.refused',
  link: 'file.refused',
  twice: 'file.same_name',
  encrypted: 'file.encrypted',
  archive: 'file.archive',
  size: 'file.too_large',
} as const satisfies Record<RefusedEntry['reason'], ImportRule>

/** Words for the problems of names. */
const PROBLEMS: Readonly<Record<string, string>> = {
  absolute: 'begins at the root or with a drive',
  leaves: 'leads out of the archive',
  control: 'has a control character',
  empty: 'has a folder without a name',
  long: 'is too long',
}

/** Notes what an archive says about its entries. */
export function noteEntries({ refused, guessedNames = [], trimmedNames = [] }: LabelFiles, notes: PlanNotes): void {
  for (const { name, reason, detail } of refused) {
    notes.noted(
      REFUSALS[reason],
      name,
      PROBLEMS[detail ?? ''] ?? detail ?? (reason === 'link' ? 'is a link' : undefined),
    )
  }
  for (const { name, encoding } of guessedNames) notes.noted('file.name_guessed', name, encoding)
  for (const name of trimmedNames) notes.noted('file.name_trimmed', name)
}

/** Returns the documents that have no fault, and notes the others. */
export async function wholeDocuments(
  files: Pick<LabelFiles, 'read'>,
  documents: readonly string[],
  notes: PlanNotes,
): Promise<string[]> {
  const whole: string[] = []
  for (const document of documents) {
    const fault = await faultIn(files, document)
    if (fault === null) whole.push(document)
    else notes.noted('file.unreadable', document, fault)
  }
  return whole
}

/** Notes files that no format of labels reads. A document that is cut off at its beginning shows no format. */
export async function noteUnknown(
  files: Pick<LabelFiles, 'read'>,
  { names, json, xml }: ArchiveOutline,
  candidates: readonly Candidate[],
  notes: PlanNotes,
): Promise<void> {
  const known = new Set(candidates.flatMap(({ documents }) => documents))
  const others = [...json, ...xml].map(({ name }) => name).filter((name) => !known.has(name))
  const whole = await wholeDocuments(files, others.slice(0, MOST_EXAMINED), notes)
  const results = json.filter(isResults).map(({ name }) => name)
  for (const name of results) notes.noted('file.other_format', name)
  if (candidates.some(({ format }) => format !== 'images')) return
  const noted = new Set([...results, ...others.slice(0, MOST_EXAMINED)])
  for (const name of whole) if (!results.includes(name)) noted.delete(name)
  for (const name of names) {
    const isOfLabels = (OF_LABELS.test(name) && !STRAY.test(name)) || MASK_FILES.test(name)
    if (isOfLabels && !noted.has(name)) notes.noted('file.unknown_format', name)
  }
}

/** Notes files of labels that only other formats read. */
export function noteOthers(candidates: readonly Candidate[], documents: readonly string[], notes: PlanNotes): void {
  const seen = new Set(documents)
  for (const candidate of candidates) {
    if (candidate.annotations === null || candidate.annotations === 0) continue
    for (const name of candidate.documents) {
      if (seen.has(name)) continue
      seen.add(name)
      notes.noted('file.other_format', name, candidate.format)
    }
  }
}

const isRefusal = (code: ImportRule): boolean => Object.values<ImportRule>(REFUSALS).includes(code)

const isResults = ({ first }: JsonStart): boolean => isCocoResult(first.get(null))

/** True for lists of results of COCO, whose images no other document names. */
export const hasResults = ({ json }: ArchiveOutline): boolean => json.some(isResults)

/** The error for an archive in which no format is found. */
export function refusalOf({ names, json }: ArchiveOutline, notes: PlanNotes): Error {
  const results = json.find(isResults)
  if (results) return unreadable(message('import.results_without_images', { document: results.name }))
  const rules = notes.rules()
  const [refused] = names.length === 0 ? rules.filter(({ code }) => isRefusal(code)) : []
  if (refused) return unreadable(message(`import.rule.${refused.code}`, { n: refused.count }))
  return unreadable(brokenDocument(rules) ?? message('import.format_unknown'))
}
