/** What another language says in place of the words that the contracts bring in English. */
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import type { TemplateGroup } from '../../shared/domain/template-cards.ts'

export interface FieldWords {
  title: string
  description?: string
  unit?: string
  /** The word for every enum value. */
  values?: Record<string, string>
  /** The words for the fields of an item, where the field is a list. */
  items?: Record<string, FieldWords>
}

export interface BlockWords {
  title: string
  summary: string
  docs: string
  /** Titles by port id. */
  inputs: Record<string, string>
  outputs: Record<string, string>
  fields: Record<string, FieldWords>
}

export interface TemplateWords {
  name: string
  summary: string
  /** The description of the workflow that the template becomes. */
  description: string
  needs?: string
  hint?: string
  /** Other words that people search for. */
  words: string
}

export interface SharedWords {
  blocks: Record<BlockKindName, BlockWords>
  templates: Record<string, TemplateWords>
  /** What the templates call their blocks and write on notes, by the English. */
  templateNames: Record<string, string>
  templateGroups: Record<TemplateGroup, string>
}
