/** The built-in templates and their shelf, grouped by purpose; each opens as a new workflow of the user's own. */
import { IconBulb, IconPlug, IconPlugConnected } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { BUNDLED_TEMPLATES, DEMO_TEMPLATE } from '../../../shared/domain/bundled.ts'
import {
  TEMPLATE_CARDS,
  TEMPLATE_GROUPS,
  type TemplateCard,
  type TemplateGroup,
} from '../../../shared/domain/template-cards.ts'
import type { Layout, WorkflowFile } from '../../../shared/graph/graph.ts'
import { Section } from '../../base/ui/page.tsx'
import { ownTexts } from '../../texts/own-texts.ts'
import { texts } from '../../texts/texts.ts'
import { GraphThumbnail } from './graph-thumbnail.tsx'
import classes from './templates.module.css'

/** A built-in template: its card, and the same file that the platform opens. */
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

const groupTitle = (group: TemplateGroup): string => ownWords?.templateGroups[group] ?? group

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

interface TemplateShelfProps {
  templates: readonly Template[]
  /** Content beside the title. */
  aside: ReactNode
  onOpen(template: Template): void
}

export function TemplateShelf({ templates, aside, onOpen }: TemplateShelfProps) {
  const groups = TEMPLATE_GROUPS.map((group) => ({ group, of: templates.filter((t) => t.group === group) }))
  return (
    <Section title={texts.home.templateShelf.title} aside={aside}>
      <div className={classes.groups}>
        {groups.map(
          ({ group, of }) => of.length > 0 && <Shelf key={group} group={group} templates={of} onOpen={onOpen} />,
        )}
      </div>
    </Section>
  )
}

function Shelf({ group, templates, onOpen }: Omit<TemplateShelfProps, 'aside'> & { group: TemplateGroup }) {
  const title = useId()
  return (
    <div className={classes.group}>
      <h3 id={title}>{groupTitle(group)}</h3>
      <ul className={classes.shelf} aria-labelledby={title}>
        {templates.map((template) => (
          <Card key={template.key} template={template} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

function Card({ template, onOpen }: { template: Template; onOpen(template: Template): void }) {
  const { name, summary, needs, hint, file } = template
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className={classes.card}
        data-tour={`template ${template.key}`}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
        onClick={() => onOpen(template)}
      >
        <span className={classes.sheet}>
          <GraphThumbnail graph={file.graph} layout={file.layout ?? null} className={classes.drawing} />
        </span>
        <span className={classes.text}>
          <strong id={`${id}-name`}>{name}</strong>
          <span id={`${id}-about`}>
            <span className={classes.summary}>{summary}</span>
            {needs === null ? (
              <span className={classes.note}>
                {hint === null ? <IconPlugConnected size={14} stroke={1.6} /> : <IconBulb size={14} stroke={1.6} />}
                {hint ?? texts.home.templateShelf.runsAtOnce}
              </span>
            ) : (
              <span className={classes.note} data-needs>
                <IconPlug size={14} stroke={1.6} />
                {needs}
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  )
}
