/** The built-in templates of the home screen: their cards, and the same files that the platform opens. */
import { BUNDLED_TEMPLATES, DEMO_TEMPLATE } from '../../../shared/domain/bundled.ts'
import { TEMPLATE_CARDS, type TemplateCard, type TemplateGroup } from '../../../shared/domain/template-cards.ts'
import type { Layout, WorkflowFile } from '../../../shared/graph/graph.ts'
import { ownTexts } from '../../texts/own-texts.ts'

export interface Template extends TemplateCard {
  /** Name and card are translated into the page's language; the file stays unchanged. */
  name: string
  file: WorkflowFile
  /** Replaces the file's English in a workflow created from it. */
  own: { description?: string; layout?: Layout | null }
}

const files = import.meta.glob<WorkflowFile>('../../../../resources/templates/*.sightline.json', {
  eager: true,
  import: 'default',
})

const fileOf = (key: string): WorkflowFile => {
  const file = files[`../../../../resources/${BUNDLED_TEMPLATES[key]}`]
  if (!file) throw new Error(`The template “${key}” has no file.`)
  return file
}

const ownWords = ownTexts()?.words

const nameIn = (english: string): string => ownWords?.templateNames[english] ?? english

/** Returns the same layout with translated titles and notes. */
function layoutIn(layout: Layout | undefined): Layout | null {
  if (!layout) return null
  const { titles = {}, notes } = layout
  return {
    ...layout,
    titles: Object.fromEntries(Object.entries(titles).map(([id, title]) => [id, nameIn(title)])),
    ...(notes && {
      notes: Object.fromEntries(Object.entries(notes).map(([id, note]) => [id, { ...note, text: nameIn(note.text) }])),
    }),
  }
}

export const TEMPLATES: readonly Template[] = TEMPLATE_CARDS.map((card) => {
  const file = fileOf(card.key)
  const own = ownWords?.templates[card.key]
  return {
    ...card,
    name: file.name,
    ...own,
    file,
    own: own ? { description: own.description, layout: layoutIn(file.layout) } : {},
  }
})

export const groupTitle = (group: TemplateGroup): string => ownWords?.templateGroups[group] ?? group

/** The template that “Try the demo” opens. */
export const DEMO = TEMPLATES.find((t) => t.key === DEMO_TEMPLATE) as Template

/** Returns the templates that contain every word of the query in their name, result, group or blocks. */
export function searchTemplates(query: string): Template[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return TEMPLATES.filter((t) => {
    const blocks = t.file.graph.nodes.map((n) => n.type).join(' ')
    const text =
      `${t.name} ${groupTitle(t.group)} ${t.summary} ${t.words} ${t.file.description} ${blocks}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
