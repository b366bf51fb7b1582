/** The panel of the whole workflow, shown while no block is selected. */
import { Button, Text, Textarea, Title } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { Keys } from '../../../base/commands/keys.tsx'
import { formatBytes, formatDecimal, formatRate } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { useControls, useDocument, useResources, useSession } from '../session/editor-context.ts'
import { useCaps } from '../shortcuts.ts'
import classes from './panels.module.css'
import { useFieldVisits } from './use-field-visits.ts'

const words = texts.editor.panels.overview

export function OverviewPanel() {
  const { documents } = useSession()
  const visits = useFieldVisits()
  const caps = useCaps()
  const description = useDocument((s) => s.doc.description ?? '')
  const blocks = useDocument((s) => s.doc.graph.nodes.length)
  const wires = useDocument((s) => s.doc.graph.edges.length)
  return (
    <div className={classes.panel} {...visits}>
      <Title order={2}>{words.title}</Title>
      <Text size="xs" c="dimmed" className="figures">
        {words.size(blocks, wires)}
      </Text>
      <Textarea
        mt="md"
        label={words.description}
        placeholder={words.descriptionHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={description}
        onChange={(e) => documents.getState().run({ type: 'describe', description: e.currentTarget.value })}
      />
      <SourceCard />
      <section className={classes.keys}>
        <h3>{words.goodToKnow}</h3>
        <dl>
          <Hint keys={caps('palette')}>{words.hints.all}</Hint>
          <Hint keys={caps('add')}>{words.hints.add}</Hint>
          <Hint keys={['Shift', words.hints.drag]}>{words.hints.box}</Hint>
          <Hint keys={caps('group')}>{words.hints.group}</Hint>
          <Hint keys={caps('note')}>{words.hints.note}</Hint>
          <Hint keys={caps('fit')}>{words.hints.fit}</Hint>
          <Hint keys={caps('run')}>{words.hints.run}</Hint>
          <Hint keys={caps('keys')}>{words.hints.keys}</Hint>
        </dl>
      </section>
    </div>
  )
}

function SourceCard() {
  const { files } = useControls()
  const uri = useDocument((s) => s.doc.graph.nodes.find((n) => n.type === 'source')?.config.gcs_uri)
  const source = useResources((s) => (typeof uri === 'string' ? s.sources.get(uri) : undefined))
  const lookUp = useResources((s) => s.lookUp)
  useEffect(() => {
    if (typeof uri === 'string') lookUp(uri)
  }, [uri, lookUp])
  return (
    <section className={classes.source}>
      <h3>{words.source}</h3>
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
          {source === null ? words.gone : typeof uri === 'string' ? texts.editor.files.upload.reading : words.noVideo}
        </Text>
      )}
      <Button
        mt="xs"
        variant="default"
        fullWidth
        leftSection={<IconMovie size={15} />}
        onClick={() => void files.chooseSource()}
      >
        {source ? words.another : words.choose}
      </Button>
    </section>
  )
}

function mediaFacts({ video, size_bytes }: PickedSource): string {
  const size = formatBytes(size_bytes)
  if (!video) return size
  const { width, height, duration_seconds, native_fps } = video
  return words.facts(`${width} × ${height}`, formatDecimal(duration_seconds, 1), formatRate(native_fps), size)
}

const Hint = ({ keys, children }: { keys: string[] | null; children: ReactNode }) =>
  keys && (
    <div>
      <dt>
        <Keys keys={keys} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
