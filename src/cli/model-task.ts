/** Names the task and the classes of a model in the words of the command line. */
import { EMBEDDING_NETWORK, type ModelType, taskOf } from '../shared/domain/model-types.ts'

export function taskWords(model_type: ModelType, architecture: string | null): string {
  const task = taskOf({ model_type, architecture })
  return task === 'reid' ? 're-identification' : task.replaceAll('_', ' ')
}

/** The words for an entry of the catalogue. */
export const listedTask = (use: string, task: ModelType | null): string =>
  task === null ? 'search of images' : taskWords(task, use === 'reid' ? EMBEDDING_NETWORK : null)

/** The first `most` classes, and the number of the others. */
export function classWords(classes: readonly string[], most: number): string {
  const more = classes.length > most ? ` and ${classes.length - most} more` : ''
  return classes.slice(0, most).join(', ') + more
}
