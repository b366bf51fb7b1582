/** The workflows, and the ways to begin another. */
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Empty, LoadError } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { useTitle } from '../ui/use-title.ts'
import { Hero } from './hero.tsx'
import classes from './home.module.css'
import { fileDrop, OpenFileButton } from './open-file.tsx'
import { TemplateShelf } from './template-shelf.tsx'
import { searchTemplates } from './templates.ts'
import { useWorkflows, type WorkflowItem, type Workflows } from './use-workflows.ts'
import { WorkflowCard } from './workflow-card.tsx'

export function HomeScreen() {
  useTitle('Workflows')
  const workflows = useWorkflows()
  const [query, setQuery] = useState('')
  const { items } = workflows
  const onFile = (file: Parameters<Workflows['createFromFile']>[0]) => void workflows.createFromFile(file)
  const actions = (
    <>
      {items && (
        <TextInput
          w={240}
          placeholder="Search workflows and templates"
          aria-label="Search workflows and templates"
          leftSection={<IconSearch size={14} />}
          value={query}
          onChange={(e) => setQuery(e.currentTarget.value)}
        />
      )}
      <OpenFileButton onFile={onFile} />
      <Button leftSection={<IconPlus size={15} />} onClick={() => void workflows.createEmpty()}>
        New workflow
      </Button>
    </>
  )
  return (
    <Page title="Workflows" actions={actions}>
      <div className={classes.content} {...fileDrop(onFile)}>
        <Body items={items} query={query} workflows={workflows} />
      </div>
    </Page>
  )
}

interface BodyProps {
  items: WorkflowItem[] | undefined
  query: string
  workflows: Workflows
}

function Body({ items, query, workflows }: BodyProps) {
  if (!items && workflows.error) {
    return (
      <LoadError title="Workflows can’t be shown" message={workflows.error} onRetry={() => void workflows.reload()} />
    )
  }
  if (!items) return <Loading />
  const found = search(items, query)
  const templates = searchTemplates(query)
  const asked = query.trim() !== ''
  const shelf = templates.length > 0 && (
    <TemplateShelf templates={templates} onOpen={({ key, name }) => void workflows.createFromTemplate(key, name)} />
  )
  if (asked && found.length === 0 && !shelf) {
    return (
      <Empty icon={<IconSearch size={18} />} title="Nothing found">
        No workflow and no template has “{query.trim()}” in its name or description.
      </Empty>
    )
  }
  return (
    <>
      {items.length === 0 && !asked && <Hero workflows={workflows} />}
      {found.length > 0 && (
        <ul className={classes.grid}>
          {found.map((item) => (
            <WorkflowCard key={item.workflow.id} item={item} workflows={workflows} />
          ))}
        </ul>
      )}
      {shelf}
    </>
  )
}

/** Items whose name or description has every word of the query. */
export function search(items: readonly WorkflowItem[], query: string): WorkflowItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ workflow }) => {
    const text = `${workflow.name} ${workflow.description ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function Loading() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading workflows">
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} height={184} radius="md" />
      ))}
    </div>
  )
}
