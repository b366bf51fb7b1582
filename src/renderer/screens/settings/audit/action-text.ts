/** The names of actions, which are composed from the subject and the verb of the call. */
import { texts } from '../../../texts/texts.ts'

const { groups, verbs, others, named } = texts.audit
const subjectOf: Readonly<Record<string, string>> = groups
const verbOf: Readonly<Record<string, string>> = verbs
const nameOf: Readonly<Record<string, string>> = others

/** An action of a newer server keeps its id. */
export function actionText(action: string): string {
  const [group = '', name = ''] = action.split('.')
  const subject = subjectOf[group]
  const verb = verbOf[name]
  return nameOf[action] ?? (subject !== undefined && verb !== undefined ? named(subject, verb) : action)
}
