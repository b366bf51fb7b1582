/** The workflow as a whole, shown while no block is selected. */
import { Button, Text, Textarea, Title } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { PickedSource } from '../../../shared/bridge/studio.ts'
import { Keys } from '../keys.tsx'
import { useControls } from '../session/actions-context.ts'
import { useDocument, useResources, useSession } from '../session/editor-context.ts'
import classes from './panels.module.css'

export function OverviewPanel() {
  const { documents } = useSession()
  const description = useDocument((s) => s.doc.description ?? '')
  const blocks = useDocument((s) => s.doc.graph.nodes.length)
  const wires = useDocument((s) => s.doc.graph.edges.length)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the field ends the undo step
    <div className={classes.panel} onBlur={() => documents.getState().seal()}>
      <Title order={2}>Workflow</Title>
      <Text size="xs" c="dimmed" className="figures">
        {blocks} {blocks === 1 ? 'block' : 'blocks'}, {wires} {wires === 1 ? 'wire' : 'wires'}
      </Text>
      <Textarea
        mt="md"
        label="Description"
        placeholder="What this workflow is for"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={description}
        onChange={(e) => documents.getState().run({ type: 'describe', description: e.currentTarget.value })}
      />
      <SourceCard />
      <section className={classes.keys}>
        <h3>Good to know</h3>
        <dl>
          <Hint keys={['Ctrl', 'K']}>all commands</Hint>
          <Hint keys={['A']}>add a block at the pointer</Hint>
          <Hint keys={['Shift', 'drag']}>select with a box</Hint>
          <Hint keys={['Ctrl', 'G']}>group</Hint>
          <Hint keys={['N']}>add a note</Hint>
          <Hint keys={['F']}>fit all blocks</Hint>
          <Hint keys={['Ctrl', 'Enter']}>run</Hint>
          <Hint keys={['?']}>all keys</Hint>
        </dl>
      </section>
    </div>
  )
}

function SourceCard() {
  const { files } = useControls()
  const uri = useDocument((s) => s.doc.graph.nodes.find((n) => n.type === 'source')?.config.gcs_uri)
  const source = useResources((s) => (typeof uri === 'string' ? s.sources[uri] : undefined))
  const lookUp = useResources((s) => s.lookUp)
  useEffect(() => {
    if (typeof uri === 'string') lookUp(uri)
  }, [uri, lookUp])
  return (
    <section className={classes.source}>
      <h3>Source</h3>
      {source ? (
        <>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {source.name}
          </Text>
          <Text size="xs" c="dimmed" className="figures">
            {mediaFacts(source)}
          </Text>
        </>
      ) : (
        <Text size="xs" c="dimmed">
          {source === null ? 'The file is not there any more. Choose another.' : 'No video chosen yet.'}
        </Text>
      )}
      <Button
        mt="xs"
        variant="default"
        fullWidth
        leftSection={<IconMovie size={15} />}
        onClick={() => void files.chooseSource()}
      >
        {source ? 'Choose another video' : 'Choose a video'}
      </Button>
    </section>
  )
}

function mediaFacts({ video, size_bytes }: PickedSource): string {
  const size = `${(size_bytes / 1e6).toFixed(1)} MB`
  if (!video) return size
  const { width, height, duration_seconds, native_fps } = video
  return `${width} × ${height} · ${duration_seconds.toFixed(1)} s · ${Math.round(native_fps * 100) / 100} fps · ${size}`
}

const Hint = ({ keys, children }: { keys: string[]; children: ReactNode }) => (
  <div>
    <dt>
      <Keys keys={keys} />
    </dt>
    <dd>{children}</dd>
  </div>
)
