/** The files of a run: preview, verify, download and delete them, one by one or several at once. */
import { Button, Checkbox, Menu } from '@mantine/core'
import { IconDownload, IconFiles, IconFileZip, IconFolder } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import panel from '../../../base/ui/panel.module.css'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import { useRunActions } from '../actions/use-run-actions.ts'
import { type ArtifactGroup, groupArtifacts, totalSize } from '../artifact-list/artifact-groups.ts'
import { ZIP_LIMIT_BYTES } from '../artifact-list/artifact-links.ts'
import { ArtifactRow } from './artifact-row.tsx'
import classes from './artifacts.module.css'
import { PreviewDialog } from './preview-dialog.tsx'
import { type ArtifactActions, useArtifactActions } from './use-artifact-actions.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

interface ArtifactsPanelProps {
  run: WorkflowRun
  artifacts: readonly Artifact[]
  blocks: RunBlocks
  urlOf: (artifact: Artifact) => string
}

export function ArtifactsPanel({ run, artifacts, blocks, urlOf }: ArtifactsPanelProps) {
  const { info } = useHost()
  const words = texts.runs.artifacts
  const actions = useArtifactActions(run)
  const { reveal } = useRunActions()
  const groups = useMemo(() => groupArtifacts(artifacts), [artifacts])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<string | null>(null)
  const selected = groups.filter((g) => chosen.has(g.key))
  const sinks = blocks.graph?.nodes.filter((n) => n.type === 'sink' && n.config.kind === 'webhook') ?? []
  const toggle = (key: string) =>
    setChosen(new Set(chosen.has(key) ? [...chosen].filter((k) => k !== key) : [...chosen, key]))
  return (
    <div className={panel.panel}>
      {groups.length > 0 && (
        <div className={panel.tools}>
          <Checkbox
            size="xs"
            className={classes.all}
            aria-label={words.chooseAll}
            checked={selected.length === groups.length}
            indeterminate={selected.length > 0 && selected.length < groups.length}
            onChange={() => setChosen(new Set(selected.length > 0 ? [] : groups.map((g) => g.key)))}
          />
          <span className={classes.sum} role="status">
            {selected.length > 0
              ? words.chosen(count(selected), formatBytes(sizeOf(selected)))
              : words.total(artifacts.length, formatBytes(totalSize(artifacts)))}
          </span>
          <ExportMenu selected={selected} actions={actions} />
          {info.host === 'electron' && info.server === null && (
            <Button variant="default" leftSection={<IconFolder size={15} />} onClick={() => void reveal(run)}>
              {words.openFolder}
            </Button>
          )}
        </div>
      )}
      <div className={classes.scroll}>
        {groups.length === 0 && <div className={panel.message}>{words.none}</div>}
        <ul className={classes.list}>
          {groups.map((group) => (
            <ArtifactRow
              key={group.key}
              run={run}
              group={group}
              actions={actions}
              block={group.artifacts[0].node_id === null ? null : blocks.titleOf(group.artifacts[0].node_id)}
              url={urlOf(group.artifacts[0])}
              chosen={chosen.has(group.key)}
              onChoose={() => toggle(group.key)}
              onPreview={() => setShown(group.artifacts[0].id)}
            />
          ))}
        </ul>
        {sinks.map((sink) => (
          <WebhookDeliveries key={sink.id} run={run} title={blocks.titleOf(sink.id)} url={String(sink.config.url)} />
        ))}
      </div>
      <PreviewDialog run={run} artifacts={artifacts} blocks={blocks} urlOf={urlOf} shown={shown} onShow={setShown} />
    </div>
  )
}

const count = (groups: readonly ArtifactGroup[]) => groups.reduce((sum, g) => sum + g.artifacts.length, 0)
const sizeOf = (groups: readonly ArtifactGroup[]) => groups.reduce((sum, g) => sum + g.sizeBytes, 0)

function ExportMenu({ selected, actions }: { selected: readonly ArtifactGroup[]; actions: ArtifactActions }) {
  const words = texts.runs.artifacts
  const tooLarge = sizeOf(selected) > ZIP_LIMIT_BYTES
  return (
    <Menu position="bottom-end" width={230} disabled={selected.length === 0}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} />} disabled={selected.length === 0}>
          {words.exportSelection}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileZip size={15} />}
          disabled={tooLarge}
          onClick={() => actions.exportArchive(selected)}
        >
          {tooLarge ? words.exportZipTooLarge : words.exportZip}
        </Menu.Item>
        <Menu.Item leftSection={<IconFiles size={15} />} onClick={() => actions.exportEach(selected)}>
          {words.exportEach}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
