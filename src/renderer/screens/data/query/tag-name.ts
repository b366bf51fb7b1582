/** The name of a content tag in the user's language; a tag of a model is shown as it is. */
import { texts } from '../../../texts/texts.ts'

const names: Readonly<Record<string, string>> = texts.data.filters.tagNames

/** @param tag with its kind, such as `attributes:dark` */
export function tagName(tag: string): string {
  const name = tag.slice(tag.indexOf(':') + 1)
  return names[name] ?? name
}
