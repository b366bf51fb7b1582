/** The home screen: the workflows, and the ways to create one. */
import { Button, FileButton, Skeleton, TextInput } from '@mantine/core'
import { IconFolderOpen, IconPlayerPlayFilled, IconPlus, IconRoute, IconSearch } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import type { WorkflowFile } from '../../../shared/graph/graph.ts'
import { useHost } from '../../base/host/host-context.ts'
import { readPicked } from '../../base/host/read-workflow-file.ts'
import { Empty, LoadError, Page, useTitle } from '../../base/ui/page.tsx'
import { toastError } from '../../base/ui/toast.tsx'
import { useTour } from '../../parts/studio/tour/use-tour.ts'
import { texts } from '../../texts/texts.ts'
import demoStreet from './demo-street.jpg'
import classes from './home.module.css'
import { DEMO, searchTemplates, TemplateShelf } from './template-shelf.tsx'
import { useWorkflows, WorkflowCard, type WorkflowItem, type Workflows } from './workflow-card.tsx'

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

/** Disables the buttons while a workflow is created, so that a second click does not create another. */
function useBegin(): [busy: boolean, begin: (start: () => Promise<void>) => void] {
  const [busy, setBusy] = useState(false)
  const begin = async (start: () => Promise<void>) => {
    setBusy(true)
    await start()
    setBusy(false)
  }
  return [busy, (start) => void begin(start)]
}

/** The introduction on an empty home screen: the pitch and the buttons to begin. */
function Hero({ workflows }: { workflows: Workflows }) {
  const { info } = useHost()
  const [busy, begin] = useBegin()
  const isLocal = info.account === null && info.server === null
  return (
    <section className={classes.hero}>
      <div className={classes.pitch}>
        <h2>{texts.home.hero.title}</h2>
        <p>
          {texts.home.hero.pitch} {isLocal ? texts.home.hero.onThisComputer : texts.home.hero.onServer}
        </p>
        <div className={classes.starts}>
          <DemoButton size="sm" busy={busy} onClick={() => begin(() => workflows.createFromTemplate(DEMO))} />
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPlus size={15} />}
            disabled={busy}
            onClick={() => begin(workflows.createEmpty)}
          >
            {texts.home.hero.empty}
          </Button>
          <TourButton size="sm" />
        </div>
        <p className={classes.hint}>{texts.home.hero.hint}</p>
      </div>
      <img className={classes.demoFrame} src={demoStreet} alt={texts.home.hero.demoFrame} />
    </section>
  )
}

/** The same buttons, for a home screen with workflows. */
function DemoButtons({ workflows }: { workflows: Workflows }) {
  const [busy, begin] = useBegin()
  return (
    <div className={classes.demo}>
      <DemoButton
        size="xs"
        variant="default"
        busy={busy}
        onClick={() => begin(() => workflows.createFromTemplate(DEMO))}
      />
      <TourButton size="xs" />
    </div>
  )
}

interface DemoButtonProps {
  size: 'xs' | 'sm'
  variant?: 'default'
  busy: boolean
  onClick(): void
}

const DemoButton = ({ busy, ...button }: DemoButtonProps) => (
  <Button {...button} data-tour="demo" leftSection={<IconPlayerPlayFilled size={14} />} loading={busy}>
    {texts.home.hero.demo}
  </Button>
)

function TourButton({ size }: { size: 'xs' | 'sm' }) {
  const tour = useTour()
  if (tour.at !== null) return null
  return (
    <Button size={size} variant="subtle" color="gray" leftSection={<IconRoute size={15} />} onClick={tour.start}>
      {texts.home.hero.tour}
    </Button>
  )
}

type OnFile = (file: WorkflowFile) => void

const FAILED = texts.home.openFile.failed

async function take(picked: File | null, onFile: OnFile): Promise<void> {
  if (!picked) return
  const read = await readPicked(picked)
  if (read.ok) onFile(read.file)
  else toastError(FAILED, new Error(read.reason))
}

/** Opens a workflow file: through a native dialog where the host has one, the page's own picker, or a drop. */
function OpenFileButton({ onFile }: { onFile: OnFile }) {
  const { info, studio } = useHost()
  const reset = useRef<() => void>(null)
  const label = texts.home.openFile.open
  const icon = <IconFolderOpen size={15} />

  if (!info.native_dialogs) {
    return (
      <FileButton
        resetRef={reset}
        accept=".json,.jsonl,application/json"
        onChange={(picked) => {
          void take(picked, onFile)
          reset.current?.()
        }}
      >
        {(props) => (
          <Button variant="default" leftSection={icon} {...props}>
            {label}
          </Button>
        )}
      </FileButton>
    )
  }
  const open = () =>
    studio.openWorkflowFile({}).then(
      (opened) => opened && onFile(opened.file),
      (error: unknown) => toastError(FAILED, error),
    )
  return (
    <Button variant="default" leftSection={icon} onClick={() => void open()}>
      {label}
    </Button>
  )
}

/** Returns handlers that accept a workflow file dropped on an element. */
function fileDrop(onFile: OnFile) {
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const [dropped] = event.dataTransfer.files
      if (!dropped) return
      event.preventDefault()
      void take(dropped, onFile)
    },
  }
}
