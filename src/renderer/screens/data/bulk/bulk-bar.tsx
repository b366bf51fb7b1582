/** The number of images, or the actions for the chosen ones; both have the same height. */
import { ActionIcon, Autocomplete, Button, Group, Menu, Progress, Text, Tooltip } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import {
  IconArchive,
  IconArchiveOff,
  IconChevronDown,
  IconCopy,
  IconDownload,
  IconFolderSymlink,
  IconPhotoSearch,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { IMAGE_SPLITS, IMAGE_STATUSES } from '../../../../shared/api/datasets.ts'
import { MOST_CHOSEN_FOR_EXPORT } from '../../../../shared/api/exports.ts'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { texts } from '../../../texts/texts.ts'
import { StatusIcon } from '../grid/image-marks.tsx'
import classes from './bulk.module.css'
import type { Bulk } from './use-bulk.tsx'

const { bulk: words, words: names } = texts.data

const directoryWords = texts.data.bulk

interface AskDirectoryOptions {
  title: string
  action: string
  /** Paths of the data set's directories. */
  paths: readonly string[]
  onPath(path: string): void
}

/** Prompts for a directory: one of the data set, or a new one. */
function askDirectory(options: AskDirectoryOptions): void {
  const id = openModal({
    title: options.title,
    size: 'sm',
    children: <DirectoryForm {...options} onDone={() => closeModal(id)} />,
  })
}

/** `train//cars/` is `/train/cars`. */
const cleaned = (path: string): string =>
  `/${path
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/')}`

function DirectoryForm({ action, paths, onPath, onDone }: AskDirectoryOptions & { onDone(): void }) {
  const [path, setPath] = useState('/')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPath(cleaned(path))
    onDone()
  }
  return (
    <form onSubmit={submit}>
      <Autocomplete
        label={directoryWords.directory}
        description={directoryWords.directoryHint}
        data={['/', ...paths]}
        value={path}
        maxLength={1000}
        limit={200}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={setPath}
      />
      {!paths.includes(cleaned(path)) && cleaned(path) !== '/' && (
        <Text size="xs" c="dimmed" mt={6} role="status">
          {directoryWords.newDirectory(cleaned(path))}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onDone}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit">{action}</Button>
      </Group>
    </form>
  )
}

interface BulkBarProps {
  /** The number of images in the whole list, as a text; shown while none is chosen. */
  count: ReactNode
  /** Number of chosen images. */
  chosen: number
  /** The ids of the chosen images, made when an action needs them. */
  ids(): readonly string[]
  /** The list of archived images is shown. */
  isArchive: boolean
  /** Paths of the data set's directories. */
  paths: readonly string[]
  bulk: Bulk
  onExport(): void
  /** Shows the images that look like the chosen one. */
  onSimilar(): void
  onChooseNone(): void
}

export function BulkBar(props: BulkBarProps) {
  const { count, chosen, ids, isArchive, paths, bulk, onExport, onSimilar, onChooseNone } = props
  const { progress, cannotChange, cannotDelete } = bulk
  return (
    <div className={classes.bar}>
      <span role="status" className={classes.count}>
        {progress ? words[progress.phase](progress.done, progress.total) : chosen > 0 ? words.chosen(chosen) : count}
      </span>
      {progress && (
        <>
          <Progress
            className={classes.progress}
            value={(100 * progress.done) / Math.max(1, progress.total)}
            aria-label={words.progressLabel}
          />
          <Button variant="subtle" color="gray" onClick={bulk.stop}>
            {words.stop}
          </Button>
        </>
      )}
      {!progress && chosen > 0 && (
        <div className={classes.actions} role="toolbar" aria-label={words.label}>
          {!isArchive && (
            <>
              {chosen === 1 && (
                <Refusable
                  label={words.similar}
                  hint={words.similarHint}
                  icon={<IconPhotoSearch size={14} />}
                  refused={null}
                  onClick={onSimilar}
                />
              )}
              <ChoiceMenu
                label={names.status}
                refused={cannotChange}
                choices={IMAGE_STATUSES.map((status) => ({
                  key: status,
                  text: names.statuses[status],
                  icon: <StatusIcon status={status} />,
                  act: () => void bulk.setStatus(ids(), status),
                }))}
              />
              <ChoiceMenu
                label={names.split}
                refused={cannotChange}
                choices={[...IMAGE_SPLITS, null].map((split) => ({
                  key: split ?? 'none',
                  text: names.splits[split ?? 'none'],
                  act: () => void bulk.setSplit(ids(), split),
                }))}
              />
              <Refusable
                label={words.move}
                icon={<IconFolderSymlink size={14} />}
                refused={cannotChange}
                onClick={() =>
                  askDirectory({
                    title: words.moveTitle(chosen),
                    action: words.moveAction,
                    paths,
                    onPath: (path) => void bulk.move(ids(), path),
                  })
                }
              />
              <Refusable
                label={words.copy}
                icon={<IconCopy size={14} />}
                refused={cannotChange}
                onClick={() =>
                  askDirectory({
                    title: words.copyTitle(chosen),
                    action: words.copyAction,
                    paths,
                    onPath: (path) => void bulk.copy(ids(), path),
                  })
                }
              />
              <Refusable
                label={words.export}
                icon={<IconDownload size={14} />}
                refused={chosen > MOST_CHOSEN_FOR_EXPORT ? words.tooManyToExport(MOST_CHOSEN_FOR_EXPORT) : null}
                onClick={onExport}
              />
            </>
          )}
          <Refusable
            label={isArchive ? words.unarchive : words.archive}
            icon={isArchive ? <IconArchiveOff size={14} /> : <IconArchive size={14} />}
            refused={cannotChange}
            onClick={() => void bulk.archive(ids(), !isArchive)}
          />
          <Refusable
            label={words.remove}
            icon={<IconTrash size={14} />}
            refused={cannotDelete}
            onClick={() => bulk.remove(ids())}
          />
          <Tooltip label={words.chooseNone}>
            <ActionIcon aria-label={words.chooseNone} onClick={onChooseNone}>
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    </div>
  )
}

interface ChoiceMenuProps {
  label: string
  refused: string | null
  choices: readonly { key: string; text: string; icon?: ReactNode; act(): void }[]
}

function ChoiceMenu({ label, refused, choices }: ChoiceMenuProps) {
  const icon = <IconChevronDown size={13} aria-hidden />
  if (refused !== null) return <Refusable label={label} icon={icon} refused={refused} onClick={() => {}} />
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={icon}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ key, text, icon: mark, act }) => (
          <Menu.Item key={key} leftSection={mark} onClick={act}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
