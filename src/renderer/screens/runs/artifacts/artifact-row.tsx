/** A row for one file of a run or for the images of one block: its kind, its size and its actions. */
import { ActionIcon, Checkbox, Menu, Tooltip } from '@mantine/core'
import { IconClipboard, IconDots, IconDownload, IconEye, IconSchema, IconTrash } from '@tabler/icons-react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import type { ArtifactGroup } from '../artifact-list/artifact-groups.ts'
import { iconOf, kindLabel, recordsText } from '../artifact-list/artifact-kinds.ts'
import classes from './artifacts.module.css'
import { Checksum } from './checksum.tsx'
import type { ArtifactActions } from './use-artifact-actions.ts'

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

export function ArtifactRow({ run, group, block, url, actions, chosen, onChoose, onPreview }: ArtifactRowProps) {
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
