/** Counts what a plan keeps, converts and leaves out, with the first examples of each rule. */
import { IMPORT_RULES, type ImportPlanRule, type ImportRule } from '../../shared/api/imports.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import type { ReadNotes } from '../labels/neutral.ts'

const MOST_EXAMPLES = 20
const MOST_CLASSES = 5000

export interface PlanNotes extends ReadNotes {
  /** For an annotation that is kept. */
  converted(rule: ImportRule, file: string, detail?: string): void
  readonly droppedCount: number
  readonly isFromZero: boolean
  readonly listed: readonly string[]
  rules(): ImportPlanRule[]
}

type Example = ImportPlanRule['examples'][number]

export function createPlanNotes(): PlanNotes {
  const found = new Map<ImportRule, { count: number; examples: Example[] }>()
  const listed = new Set<string>()
  let [droppedCount, isFromZero] = [0, false]

  function note(rule: ImportRule, file: string, detail: string | undefined, n: number): void {
    const there = found.get(rule) ?? { count: 0, examples: [] }
    found.set(rule, there)
    there.count += n
    if (there.examples.length < MOST_EXAMPLES) {
      there.examples.push({ file: file.slice(0, 500), detail: detail?.slice(0, 200) ?? null })
    }
  }

  return {
    dropped(rule, file, detail, n = 1) {
      note(rule, file, detail, n)
      droppedCount += n
    },
    noted: (rule, file, detail) => note(rule, file, detail, 1),
    converted: (rule, file, detail) => note(rule, file, detail, 1),
    classes(names) {
      for (const name of names)
        if (name.trim() !== '' && listed.size < MOST_CLASSES) listed.add(name.trim().slice(0, 200))
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
        const { count, examples } = rule
        return [{ code, effect: IMPORT_RULES[code], count, message: sentence, text: text ?? null, examples }]
      }),
  }
}
