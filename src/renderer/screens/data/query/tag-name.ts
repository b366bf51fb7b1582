/** The name of a content tag in the user's language; a tag of a model is shown as it is. */
import { texts } from '../../../base/messages/texts.ts'

export const tagName = (tag: string): string => texts.data.filters.tagNames[tag] ?? tag
