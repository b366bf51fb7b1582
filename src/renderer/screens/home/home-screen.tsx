/** The home screen: the workflows, and the ways to create one. */
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Empty, LoadError } from '../../base/ui/empty.tsx'
import { Page } from '../../base/ui/page.tsx'
import { useTitle } from '../../base/ui/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { DemoButtons, Hero } from './hero.tsx'
import classes from './home.module.css'
import { fileDrop, OpenFileButton } from './open-file.tsx'
import { TemplateShelf } from './template-shelf.tsx'
import { searchTemplates } from './templates.ts'
import { useWorkflows, type WorkflowItem, type Workflows } from './use-workflows.ts'
import { WorkflowCard } from './workflow-card.tsx'

export function HomeScreen() {
  useTitle(texts.home.homeScreen.title)
  const workflows = useWorkflows()
  const [query, setQuery] = useState('')
  const { items } = workflows
  const onFile = (file: Parameters<Workflows['createFromFile']>[0]) => void workflows.createFromFile(file)
  const actions = (
    <>
      {items && (
        <TextInput
          w={240}
          placeholder={texts.home.homeScreen.search}
          aria-label={texts.home.homeScreen.search}
          leftSection={<IconSearch size={14} />}
          value={query}
          onChange={(e) => setQuery(e.currentTarget.value)}
        />
      )}
      <OpenFileButton onFile={onFile} />
      <Button leftSection={<IconPlus size={15} />} onClick={() => void workflows.createEmpty()}>
        {texts.home.homeScreen.newWorkflow}
      </Button>
    </>
  )
  return (
    <Page title={texts.home.homeScreen.title} actions={actions}>
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
      <LoadError
        title={texts.home.homeScreen.cannotShow}
        message={workflows.error}
        onRetry={() => void workflows.reload()}
      />
    )
  }
  if (!items) return <Loading />
  const found = search(items, query)
  const templates = searchTemplates(query)
  const asked = query.trim() !== ''
  const shelf = templates.length > 0 && (
    <TemplateShelf
      templates={templates}
      aside={items.length > 0 && !asked && <DemoButtons workflows={workflows} />}
      onOpen={(template) => void workflows.createFromTemplate(template)}
    />
  )
  if (asked && found.length === 0 && !shelf) {
    return (
      <Empty icon={<IconSearch size={18} />} title={texts.home.homeScreen.nothingFound}>
        {texts.home.homeScreen.nothingHas(query.trim())}
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

/** Returns the items whose name or description contains every word of the query. */
export function search(items: readonly WorkflowItem[], query: string): WorkflowItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ workflow }) => {
    const text = `${workflow.name} ${workflow.description ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function Loading() {
  return (
    <div className={classes.grid} role="status" aria-label={texts.home.homeScreen.loading}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} height={184} radius="md" />
      ))}
    </div>
  )
}
