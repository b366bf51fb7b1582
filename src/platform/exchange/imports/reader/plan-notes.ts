/** Counts what a plan keeps, converts and leaves out, with the first examples of each rule. */
import { IMPORT_RULES, type ImportPlanRule, type ImportRule } from '../../../../shared/api/imports.ts'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { type Message, message, saidOf } from '../../../../shared/messages/message.ts'
import type { ReadNotes } from '../../../datasets/labels/neutral.ts'

const MOST_EXAMPLES = 20
const MOST_CLASSES = 5000

type Example = ImportPlanRule['examples'][number]

type Found = Map<ImportRule, { count: number; examples: Example[] }>

/** Notes of one process, which another adds to its own. */
export interface NotesSoFar {
  found: Found
  listed: ReadonlySet<string>
  droppedCount: number
  isFromZero: boolean
}

export interface PlanNotes extends ReadNotes {
  /** For an annotation that is kept. */
  converted(rule: ImportRule, file: string, detail?: string): void
  readonly droppedCount: number
  readonly isFromZero: boolean
  readonly listed: readonly string[]
  rules(): ImportPlanRule[]
  /** Returns the notes since the last call. */
  take(): NotesSoFar
  add(notes: NotesSoFar): void
}

export function createPlanNotes(): PlanNotes {
  let found: Found = new Map()
  let listed = new Set<string>()
  let [droppedCount, isFromZero] = [0, false]

  function count(rule: ImportRule, n: number, examples: readonly Example[]): void {
    const there = found.get(rule) ?? { count: 0, examples: [] }
    found.set(rule, there)
    there.count += n
    there.examples.push(...examples.slice(0, MOST_EXAMPLES - there.examples.length))
  }
  const note = (rule: ImportRule, file: string, detail: string | undefined, n: number): void =>
    count(rule, n, [{ file: cutText(file, 500), detail: detail === undefined ? null : cutText(detail, 200) }])
  function list(name: string): void {
    if (listed.size < MOST_CLASSES) listed.add(name)
  }

  return {
    dropped(rule, file, detail, n = 1) {
      note(rule, file, detail, n)
      droppedCount += n
    },
    noted: (rule, file, detail) => note(rule, file, detail, 1),
    converted: (rule, file, detail) => note(rule, file, detail, 1),
    classes(names) {
      for (const name of names) if (name.trim() !== '') list(cutText(name.trim(), 200))
    },
    countsFromZero() {
      isFromZero = true
    },
    get droppedCount() {
      return droppedCount
    },
    get isFromZero() {
      return isFromZero
    },
    get listed() {
      return [...listed]
    },
    rules: () =>
      (Object.keys(IMPORT_RULES) as ImportRule[]).flatMap((code): ImportPlanRule[] => {
        const rule = found.get(code)
        if (!rule) return []
        const { message: sentence, text } = saidOf(message(`import.rule.${code}`, { n: rule.count }))
        const { count: n, examples } = rule
        return [{ code, effect: IMPORT_RULES[code], count: n, message: sentence, text: text ?? null, examples }]
      }),
    take() {
      const taken: NotesSoFar = { found, listed, droppedCount, isFromZero }
      ;[found, listed, droppedCount, isFromZero] = [new Map(), new Set(), 0, false]
      return taken
    },
    add(notes) {
      for (const [rule, { count: n, examples }] of notes.found) count(rule, n, examples)
      for (const name of notes.listed) list(name)
      droppedCount += notes.droppedCount
      isFromZero ||= notes.isFromZero
    },
  }
}

/** The sentence about the first document that can't be read; null without one. */
export function brokenDocument(rules: readonly ImportPlanRule[]): Message | null {
  const [first] = rules.find(({ code }) => code === 'file.unreadable')?.examples ?? []
  return first ? message('import.broken_document', { document: first.file, problem: first.detail ?? '' }) : null
}
