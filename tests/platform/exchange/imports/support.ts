/** Archives of labels, imports of them, and files of labels that are in memory only. */
import { ZipFile } from 'yazl'
import type { ReadLabels } from '../../../../src/platform/datasets/labels/neutral.ts'
import type { LabelFiles } from '../../../../src/platform/exchange/imports/archive/label-files.ts'
import { textFiles } from '../../../../src/platform/exchange/imports/archive/text-files.ts'
import { type ArchiveSplits, archiveSplits } from '../../../../src/platform/exchange/imports/formats/archive-splits.ts'
import { detectFormats } from '../../../../src/platform/exchange/imports/formats/detect-format.ts'
import { FORMAT_READERS } from '../../../../src/platform/exchange/imports/formats/format-readers.ts'
import { createPlanNotes, type PlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { DatasetImport, ImportFormat } from '../../../../src/shared/api/imports.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { eventually } from '../../../setup/eventually.ts'
import type { Harness } from '../../support/harness.ts'

export type Contents = Readonly<Record<string, string | Buffer>>

export async function zipOf(contents: Contents): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(contents)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** In pieces of some bytes, as from a disk. */
export function inMemory(contents: Contents, pieceBytes = 7): LabelFiles {
  return {
    files: Object.entries(contents).map(([name, content]) => ({ name, sizeBytes: Buffer.byteLength(content) })),
    refused: [],
    async *read(name) {
      const bytes = Buffer.from(contents[name] ?? '')
      for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
    },
    close: () => undefined,
  }
}

/** Reads labels in the likeliest format, or in the one that is given. */
export async function readIn(
  files: LabelFiles,
  { predictions = false, format }: { predictions?: boolean; format?: ImportFormat } = {},
): Promise<{ format: ImportFormat; labels: ReadLabels[]; notes: PlanNotes; splits: ArchiveSplits }> {
  const notes = createPlanNotes()
  const texts = textFiles(files, notes)
  const { outline, candidates } = await detectFormats(texts)
  const found = format ?? candidates[0]?.format
  if (found === undefined) throw new Error('The files have no known format.')
  const documents = candidates.find((candidate) => candidate.format === found)?.documents ?? []
  const labels: ReadLabels[] = []
  const splits = await archiveSplits(texts, outline)
  const source = { files: texts, images: outline.images, splits, documents }
  for await (const one of FORMAT_READERS[found].read(source, notes, { predictions })) labels.push(one)
  return { format: found, labels, notes, splits }
}

export async function ended(h: Harness, id: string): Promise<DatasetImport> {
  const get = async () => (await h.api<DatasetImport>('GET', `/imports/${id}`)).body
  await eventually(async () => !['planning', 'importing', 'undoing'].includes((await get()).status))
  return get()
}

export async function planned(
  h: Harness,
  { id: dataset }: Pick<Dataset, 'id'>,
  contents: Contents | Buffer,
  over: object = {},
): Promise<DatasetImport> {
  const bytes = Buffer.isBuffer(contents) ? contents : await zipOf(contents)
  const gcs_uri = await h.upload('labels.zip', bytes as unknown as string, 'application/zip')
  const { status, body } = await h.api<DatasetImport>('POST', '/imports', { body: { dataset, gcs_uri, ...over } })
  if (status !== 201) throw new Error(`The import was answered ${status}: ${JSON.stringify(body)}`)
  return ended(h, body.id)
}

export async function confirmed(
  h: Harness,
  { id }: Pick<DatasetImport, 'id'>,
  body: object = {},
): Promise<DatasetImport> {
  const answer = await h.api<DatasetImport>('POST', `/imports/${id}/confirm`, { body })
  if (answer.status !== 200) throw new Error(`The call was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return ended(h, id)
}

/** Plans it, and carries it out. */
export const imported = async (...args: Parameters<typeof planned>): Promise<DatasetImport> =>
  confirmed(args[0], await planned(...args))

export async function undone(h: Harness, { id }: Pick<DatasetImport, 'id'>): Promise<DatasetImport> {
  const answer = await h.api<DatasetImport>('POST', `/imports/${id}/undo`)
  if (answer.status !== 200) throw new Error(`The call was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return ended(h, id)
}

export async function annotationsOf(h: Harness, dataset: string, path: string): Promise<Annotation[]> {
  return (await h.api<{ annotations: Annotation[] }>('GET', `/annotations/${dataset}/${path}`)).body.annotations
}
