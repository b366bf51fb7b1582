import type { ReadNotes } from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from './label-files.ts'
/** Guessed encodings are noted, once for each file. */
export declare function textFiles(files: LabelFiles, notes: Pick<ReadNotes, 'noted'>): LabelFiles
