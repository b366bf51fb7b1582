/**
 * The images of a directory that look like one of them. A small directory is compared whole; in a larger one the index of the
 * data set names candidates, more of them until enough lie in the directory. Similarities are computed from the rows.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueryOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { SimilarImage, search } from '../../../shared/api/search.ts'
import { DESCRIPTOR_MODEL } from '../../../shared/engine-contract/derivation.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { DeriveContent } from '../derivations/derive-content.ts'
import { descriptorOf } from '../derivations/image-contents.ts'
import type { DescribedImages } from '../embeddings/described-images.ts'
import { FOUND_COLUMNS, type FoundRow, similarImages } from '../tags/found-images.ts'
import { cosine } from '../vectors/cosine.ts'
import { TOLERANCE, type VectorIndex } from '../vectors/vector-index.ts'

export interface SimilarImages {
  /** Without the image itself. @throws ApiError not_found, also for an image that cannot be read */
  find(caller: Caller, query: QueryOf<typeof search.similar>): Promise<SimilarImage[]>
}

export interface SimilarImagesOptions {
  db: Database
  byId(caller: Caller, id: string): Promise<ImageRow | null>
  deriveContent: Pick<DeriveContent, 'content'>
  index: VectorIndex
  described: Pick<DescribedImages, 'like'>
  /** Images of a directory that is compared whole. */
  comparedWhole?: number
}

type Found = FoundRow & { descriptor: string | null }
interface Ranked {
  row: Found
  similarity: number
}

const COMPARED_WHOLE = 5000
const ROWS_AT_ONCE = 500
/** More candidates are not asked of the index: the directory is compared whole then. */
const MAX_CANDIDATES = 8000
const CANDIDATES_AT_ONCE = 500

export function createSimilarImages(options: SimilarImagesOptions): SimilarImages {
  const { db, index, comparedWhole = COMPARED_WHOLE } = options

  const inDirectory = ({ dataset_id, directory_path }: ImageRow) =>
    db
      .selectFrom('images as i')
      .where('i.dataset_id', '=', dataset_id)
      .where('i.directory_path', '=', directory_path)
      .where('i.is_archived', '=', 0)

  const withContent = (image: ImageRow) =>
    inDirectory(image)
      .innerJoin('image_contents as c', 'c.sha256', 'i.sha256')
      .where('c.model', '=', DESCRIPTOR_MODEL)
      .where('c.descriptor', 'is not', null)
      .where('i.id', '!=', image.id)
      .select([...FOUND_COLUMNS, 'c.descriptor'])

  async function isSmall(image: ImageRow): Promise<boolean> {
    const beyond = await inDirectory(image).select('i.id').offset(comparedWhole).limit(1).executeTakeFirst()
    return beyond === undefined
  }

  async function compareWhole(image: ImageRow, of: Int8Array, threshold: number, limit: number): Promise<Ranked[]> {
    let best: Ranked[] = []
    for (let after = ''; ; ) {
      const rows = await withContent(image)
        .where('i.filename', '>', after)
        .orderBy('i.filename')
        .limit(ROWS_AT_ONCE)
        .execute()
      best = ranked([...best, ...compared(rows, of, threshold)]).slice(0, limit)
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_AT_ONCE) return best
      after = last.filename
      // Other calls have their turn between two pages.
      await nextTurn()
    }
  }

  /** Null when the index names too few images, or too few of the directory. */
  async function byIndex(image: ImageRow, of: Int8Array, threshold: number, limit: number): Promise<Ranked[] | null> {
    for (let count = 2 * limit + 50; count <= MAX_CANDIDATES; count *= 4) {
      const [candidates = []] = await index.search(image.dataset_id, [of], count)
      // A graph of many images about one reaches few of them: then it cannot tell which ones it lacks.
      if (candidates.length < count) return null
      const isAll = (candidates.at(-1)?.similarity ?? 1) < threshold - TOLERANCE
      const keys = candidates.flatMap(({ key, similarity }) => (similarity < threshold - TOLERANCE ? [] : [key]))
      const found: Ranked[] = []
      for (let from = 0; from < keys.length && (isAll || found.length < limit); from += CANDIDATES_AT_ONCE) {
        const rows = await withContent(image)
          .innerJoin('image_derivations as d', 'd.image_id', 'i.id')
          .where('d.dataset_id', '=', image.dataset_id)
          .where('d.content_key', 'in', keys.slice(from, from + CANDIDATES_AT_ONCE))
          .execute()
        found.push(...compared(rows, of, threshold))
      }
      if (isAll || found.length >= limit) return ranked(found).slice(0, limit)
    }
    return null
  }

  return {
    async find(caller, { image_id, by, threshold, limit }) {
      const image = await options.byId(caller, image_id)
      if (!image) throw new ApiError('not_found', message('image.missing', { id: image_id }))
      if (by === 'model') return options.described.like(image, { threshold, limit })
      const content = await options.deriveContent.content(image)
      if (!content?.descriptor) {
        throw new ApiError('not_found', message('search.no_descriptor', { name: image.filename }))
      }
      const of = descriptorOf(content.descriptor)
      const found =
        ((await isSmall(image)) ? null : await byIndex(image, of, threshold, limit)) ??
        (await compareWhole(image, of, threshold, limit))
      return similarImages(
        db,
        found.map(({ row, similarity }) => ({ ...row, similarity })),
      )
    },
  }
}

function compared(rows: readonly Found[], of: Int8Array, threshold: number): Ranked[] {
  return rows.flatMap((row) => {
    const similarity = cosine(of, descriptorOf(row.descriptor as string))
    return similarity >= threshold ? [{ row, similarity }] : []
  })
}

/** The most similar one first, equal ones in the order of their arrival. */
const ranked = (found: readonly Ranked[]): Ranked[] =>
  [...found].sort((a, b) => b.similarity - a.similarity || (a.row.id < b.row.id ? -1 : 1))
