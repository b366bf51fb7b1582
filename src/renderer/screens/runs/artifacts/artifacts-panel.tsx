/** The files of a run: preview, verify, download and delete them, one by one or several at once. */
import { ActionIcon, Button, Checkbox, CopyButton, Menu, Tooltip } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconClipboard,
  IconDots,
  IconDownload,
  IconEye,
  IconFiles,
  IconFileZip,
  IconFolder,
  IconSchema,
  IconTrash,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import panel from '../../../base/ui/panel.module.css'
import { toastError } from '../../../base/ui/toast.tsx'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import { useRunActions } from '../actions/use-run-actions.ts'
import { iconOf, kindLabel, recordsText } from '../artifact-list/artifact-kinds.ts'
import { type ArtifactGroup, groupArtifacts, totalSize, ZIP_LIMIT_BYTES } from '../artifact-list/artifact-links.ts'
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

interface ArtifactRowProps {
  run: WorkflowRun
  group: ArtifactGroup
  /** Title of the block that wrote it; null for files of the run itself. */
  block: string | null
  url: string
  actions: ArtifactActions
  chosen: boolean
  onChoose: () => void
  onPreview: () => void
}

/** A row for one file of a run or for the images of one block: its kind, its size and its actions. */
function ArtifactRow({ run, group, block, url, actions, chosen, onChoose, onPreview }: ArtifactRowProps) {
  const words = texts.runs.artifacts
  const [first] = group.artifacts
  const many = group.artifacts.length > 1
  const Icon = iconOf(first)
  const size = formatBytes(group.sizeBytes)
  const name = many ? `${kindLabel(first)}: ${words.imageCount(group.artifacts.length)}` : first.name
  const path = many ? null : actions.pathOf(first)
  const records = many ? null : recordsText(first)
  return (
    <li className={classes.row} data-chosen={chosen || undefined}>
      <Checkbox size="xs" aria-label={words.choose(name)} checked={chosen} onChange={onChoose} />
      <Icon size={18} stroke={1.6} aria-hidden />
      <div className={classes.what}>
        <button type="button" className={classes.name} title={name} onClick={onPreview}>
          {name}
        </button>
        <p className={classes.facts}>
          {!many && <span>{kindLabel(first)}</span>}
          <span>{size}</span>
          {records !== null && <span>{records}</span>}
          {block !== null && <span className={classes.block}>{block}</span>}
        </p>
        {!many && first.sha256 && <Checksum runId={run.id} artifact={first} />}
      </div>
      <div className={classes.actions}>
        <Tooltip label={words.preview(name)}>
          <ActionIcon aria-label={words.preview(name)} onClick={onPreview}>
            <IconEye size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={words.download}>
          {many ? (
            <ActionIcon aria-label={words.downloadOf(name)} onClick={() => actions.exportArchive([group])}>
              <IconDownload size={17} stroke={1.7} />
            </ActionIcon>
          ) : (
            <ActionIcon component="a" href={url} download={first.name} aria-label={words.downloadOf(name)}>
              <IconDownload size={17} stroke={1.7} />
            </ActionIcon>
          )}
        </Tooltip>
        <Menu position="bottom-end" width={250}>
          <Menu.Target>
            <ActionIcon aria-label={words.more(name)}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconSchema size={15} />} onClick={() => void actions.openWorkflow()}>
              {words.openWorkflow}
            </Menu.Item>
            {path !== null && (
              <Menu.Item leftSection={<IconClipboard size={15} />} onClick={() => void actions.copyPath(path)}>
                {words.copyPath}
              </Menu.Item>
            )}
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => actions.remove(group)}>
              {words.deleteWithSize(size)}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  )
}

type State = 'unknown' | 'reading' | 'equal' | 'unequal'

/** The SHA-256 of a file: displayed shortened, copied in full, and recomputed from the file on request. */
function Checksum({ runId, artifact }: { runId: string; artifact: Artifact }) {
  const { studio } = useHost()
  const [state, setState] = useState<State>('unknown')
  const words = texts.runs.artifacts
  const { sha256 } = artifact
  const verify = async () => {
    setState('reading')
    try {
      const found = await studio.digestArtifact({ run_id: runId, artifact_id: artifact.id })
      setState(found.sha256 === sha256 ? 'equal' : 'unequal')
    } catch (error) {
      setState('unknown')
      toastError(words.notVerified, error)
    }
  }
  return (
    <span className={classes.checksum}>
      <CopyButton value={sha256}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? words.copied : `${words.copyHash}: ${sha256}`} multiline maw={360}>
            <button type="button" onClick={copy} aria-label={words.copyHash}>
              <code>{sha256.slice(0, 8)}</code>
            </button>
          </Tooltip>
        )}
      </CopyButton>
      <button type="button" onClick={() => void verify()} disabled={state === 'reading'} data-action>
        {words.verify}
      </button>
      <span role="status" data-state={state}>
        {state === 'reading' && words.verifying}
        {state === 'equal' && (
          <>
            <IconCircleCheck size={14} aria-hidden /> {words.equal}
          </>
        )}
        {state === 'unequal' && (
          <>
            <IconAlertTriangleFilled size={13} aria-hidden /> {words.unequal}
          </>
        )}
      </span>
    </span>
  )
}
