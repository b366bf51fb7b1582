/** The built-in templates as the home screen offers them: their cards, and the very files that the platform opens. */
import { BUNDLED_TEMPLATES, DEMO_TEMPLATE } from '../../shared/domain/bundled.ts'
import { TEMPLATE_CARDS, type TemplateCard } from '../../shared/domain/template-cards.ts'
import type { WorkflowFile } from '../../shared/graph/graph.ts'

export interface Template extends TemplateCard {
  name: string
  file: WorkflowFile
}

const files = import.meta.glob<WorkflowFile>('../../../resources/templates/*.sightline.json', {
  eager: true,
  import: 'default',
})

const fileOf = (key: string): WorkflowFile => {
  const file = files[`../../../resources/${BUNDLED_TEMPLATES[key]}`]
  if (!file) throw new Error(`The template “${key}” has no file.`)
  return file
}

export const TEMPLATES: readonly Template[] = TEMPLATE_CARDS.map((card) => {
  const file = fileOf(card.key)
  return { ...card, name: file.name, file }
})

/** What “Try the demo” opens. */
export const DEMO = TEMPLATES.find((t) => t.key === DEMO_TEMPLATE) as Template

/** Templates in which every word of the query stands; the name, what it gives, its group and its blocks count. */
export function searchTemplates(query: string): Template[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return TEMPLATES.filter((t) => {
    const blocks = t.file.graph.nodes.map((n) => n.type).join(' ')
    const text = `${t.name} ${t.group} ${t.summary} ${t.words} ${t.file.description} ${blocks}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
