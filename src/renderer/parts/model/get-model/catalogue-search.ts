/** Searches and describes the entries of the model catalogue. */
import type { CatalogueModel } from '../../../../shared/bridge/model-downloads.ts'
import type { CatalogueEntry } from '../../../../shared/domain/model-catalogue.ts'
import { language } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'
import type { ModelUse } from './get-model-store.ts'

/** Returns the entries of a use whose texts contain every word of the query. */
export function searchCatalogue(
  entries: readonly CatalogueModel[],
  query: string,
  use: ModelUse | null,
): readonly CatalogueModel[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (use !== null && entry.use !== use) return false
    const text = wordsOf(entry).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function wordsOf({ id, name, summary, use, family, classes, licence, source }: CatalogueModel): string {
  const listed = Array.isArray(classes) ? classes.join(' ') : String(classes)
  const where = source.kind === 'url' ? source.url : source.repository
  return [
    id,
    name,
    summary[language],
    texts.getModel.uses[use],
    family,
    listed,
    licence.spdx,
    licence.name,
    where,
  ].join(' ')
}

/** Returns `80 classes: COCO`, `1 class: person`, or that there are none. */
export function classesText(classes: CatalogueEntry['classes']): string {
  const words = texts.getModel.classes
  if (classes === 'coco80') return words.coco(80)
  if (classes === 'coco91') return words.coco(91)
  if (classes === 'imagenet') return words.imagenet
  if (typeof classes === 'number') return classes === 0 ? words.none : words.count(classes)
  return words.listed(classes.length, classes.slice(0, SHOWN).join(', '), classes.length > SHOWN)
}

const SHOWN = 4

/** Returns the host of the entry's files, with the repository where it is on a hub. */
export const sourceText = ({ source }: Pick<CatalogueEntry, 'source'>): string =>
  source.kind === 'url' ? new URL(source.url).host : source.repository
