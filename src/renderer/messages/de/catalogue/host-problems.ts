/** What the host, the platform and the engine say when something can't be done. */
import type { SharedWords } from '../../shared-words.ts'

export const hostProblems: SharedWords['sentences'] = []
