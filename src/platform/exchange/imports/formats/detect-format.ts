/**
 * Finds the formats that an archive can be of, by the evidence of its files. Where several formats recognise it, each reads a part of
 * the labels, and the one that finds the most for the images of the archive comes first.
 */
import type { ImportFormat } from '../../../../shared/api/imports.ts'
import type { ReadNotes } from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import { type ArchiveOutline, archiveOutline } from './archive-outline.ts'
import { NO_SPLITS } from './archive-splits.ts'
import type { Evidence } from './format-reader.ts'
import { FORMAT_READERS } from './format-readers.ts'

export interface Candidate extends Evidence {
  format: ImportFormat
  /** Annotations that a first reading finds; null when there is no other format to compare with. */
  annotations: number | null
}

export interface DetectedFormats {
  outline: ArchiveOutline
  /** The likeliest first; empty when no format recognises the archive. */
  candidates: readonly Candidate[]
}

/** `wanted`: the format that the caller gives; it stays a candidate when it finds no annotations. */
export async function detectFormats(files: LabelFiles, wanted: ImportFormat | null = null): Promise<DetectedFormats> {
  const outline = await archiveOutline(files)
  const all = (Object.keys(FORMAT_READERS) as ImportFormat[]).flatMap((format): Candidate[] => {
    const evidence = FORMAT_READERS[format].recognise(outline)
    return evidence ? [{ format, ...evidence, annotations: null }] : []
  })
  const withLabels = all.filter(({ format }) => format !== 'images')
  const recognised = withLabels.length > 0 ? withLabels : all
  const isCompared = recognised.some(({ format }) => format !== (wanted ?? recognised[0]?.format))
  return { outline, candidates: isCompared ? await compared(recognised, files, outline, wanted) : recognised }
}

async function compared(
  recognised: readonly Candidate[],
  files: LabelFiles,
  outline: ArchiveOutline,
  wanted: ImportFormat | null,
): Promise<Candidate[]> {
  const found: { candidate: Candidate; survey: Survey }[] = []
  for (const candidate of recognised) {
    const survey = await surveyOf(candidate, files, outline)
    found.push({ candidate: { ...candidate, annotations: survey.annotations }, survey })
  }
  const hasAny = found.some(({ survey }) => survey.annotations > 0)
  return found
    .filter(({ candidate, survey }) => !hasAny || survey.annotations > 0 || candidate.format === wanted)
    .sort((a, b) => b.survey.onFiles - a.survey.onFiles || b.survey.annotations - a.survey.annotations)
    .map(({ candidate }) => candidate)
}

interface Survey {
  annotations: number
  /** Annotations on images whose files the archive has. */
  onFiles: number
}

/** Annotations, images and bytes after which a first reading ends, and files in which it has found no annotation. */
const [MOST_ANNOTATIONS, MOST_IMAGES, MOST_BYTES, MOST_IN_VAIN] = [20_000, 500_000, 256 * 1024 ** 2, 5000]

/** The first reading has found enough, or has read enough in vain. */
class ReadingOver extends Error {}

const SILENT: ReadNotes = {
  dropped: () => undefined,
  noted: () => undefined,
  classes: () => undefined,
  countsFromZero: () => undefined,
}

async function surveyOf({ format, documents }: Candidate, files: LabelFiles, outline: ArchiveOutline): Promise<Survey> {
  const survey: Survey = { annotations: 0, onFiles: 0 }
  let [read, bytes, opened] = [0, 0, 0]
  const some: LabelFiles = {
    ...files,
    async *read(name) {
      if (++opened > MOST_IN_VAIN && survey.annotations === 0) throw new ReadingOver()
      for await (const part of files.read(name)) {
        bytes += part.length
        if (bytes > MOST_BYTES) throw new ReadingOver()
        yield part
      }
    },
  }
  try {
    const source = { files: some, images: outline.images, splits: NO_SPLITS, documents }
    const labels = FORMAT_READERS[format].read(source, SILENT, { predictions: true })
    for await (const { image, annotations } of labels) {
      survey.annotations += annotations.length
      if (image.file !== null) survey.onFiles += annotations.length
      if (survey.annotations >= MOST_ANNOTATIONS || ++read >= MOST_IMAGES) break
    }
  } catch (error) {
    if (!(error instanceof ReadingOver)) throw error
  }
  return {
    annotations: Math.min(survey.annotations, MOST_ANNOTATIONS),
    onFiles: Math.min(survey.onFiles, MOST_ANNOTATIONS),
  }
}
