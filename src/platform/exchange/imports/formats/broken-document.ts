/** Documents of labels that can't be read. Each is left out by itself, and the plan names it with its fault. */
import { ApiError } from '../../../../shared/api/errors.ts'
import type { ReadNotes } from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import { jsonItems } from './json-items.ts'
import { xmlElements } from './xml-elements.ts'

/** The fault that an error says a document has; null for errors of any other kind. */
export function faultOf(error: unknown): string | null {
  const isOfText = error instanceof SyntaxError || error instanceof RangeError
  const isOfEntry = error instanceof ApiError && error.text?.code === 'import.broken_entry'
  return isOfText || isOfEntry ? (error.message.split('\n')[0] ?? '') : null
}

/** Notes the fault of a document. @throws the error when it has another cause */
export function noteBroken(error: unknown, document: string, notes: Pick<ReadNotes, 'noted'>): void {
  const fault = faultOf(error)
  if (fault === null) throw error
  notes.noted('file.unreadable', document, fault)
}

/** Reads a document of JSON or XML to its end. Returns its fault; null for one that can be read, and of any other kind. */
export async function faultIn(files: Pick<LabelFiles, 'read'>, document: string): Promise<string | null> {
  try {
    if (/\.json$/i.test(document)) for await (const _ of jsonItems(files.read(document)));
    if (/\.xml$/i.test(document)) for await (const _ of xmlElements(files.read(document), NOTHING));
    return null
  } catch (error) {
    const fault = faultOf(error)
    if (fault === null) throw error
    return fault
  }
}

const NOTHING: ReadonlySet<string> = new Set()
