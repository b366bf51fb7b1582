/** The built-in templates grouped by purpose; each opens as a new workflow of the user's own. */
import { IconBulb, IconPlug, IconPlugConnected } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { TEMPLATE_GROUPS, type TemplateGroup } from '../../../shared/domain/template-cards.ts'
import { Section } from '../../base/ui/page.tsx'
import { texts } from '../../texts/texts.ts'
import { GraphThumbnail } from './graph-thumbnail.tsx'
import classes from './templates.module.css'
import { groupTitle, type Template } from './templates.ts'

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
