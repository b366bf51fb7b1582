/** The size of each kind of files, with buttons that clear it. */
import { Button } from '@mantine/core'
import { formatBytes } from '../../base/format/format.ts'
import { confirm } from '../../base/ui/confirm.tsx'
import { texts } from '../../texts/texts.ts'
import { Row } from './row.tsx'
import classes from './settings.module.css'
import { type Clearing, type FolderPart, type StorageOf, useStorage } from './use-storage.ts'

export function Storage({ of }: { of: StorageOf }) {
  const words = texts.settings.storage
  const storage = useStorage(of)
  const { use, error } = storage
  if (error !== null && !use) return <p className={classes.prose}>{error}</p>
  if (!use) return <p className={classes.prose}>{words.calculating}</p>
  const total = use.parts.reduce((sum, part) => sum + part.bytes, 0)
  return (
    <>
      <p className={classes.prose} role="status">
        {words.totals[of](formatBytes(total))} {use.in_use && words.inUse}
      </p>
      <div className={classes.rows}>
        {use.parts.map((part) => (
          <Row key={part.kind} label={words.kinds[part.kind]} hint={words.hints[part.kind]}>
            <div className={classes.amount}>
              <span>
                <b>{formatBytes(part.bytes)}</b>
                <small>{words.counts[part.kind](part.count)}</small>
              </span>
              <ClearButton of={of} part={part} inUse={use.in_use} clear={storage.clear} />
            </div>
          </Row>
        ))}
      </div>
    </>
  )
}

interface ClearButtonProps {
  of: StorageOf
  part: FolderPart
  inUse: boolean
  clear: Clearing
}

/** Models are deleted one by one on the Models screen, images with their data set, exports through the API. */
function ClearButton({ of, part, inUse, clear }: ClearButtonProps) {
  const { kind, clearable } = part
  if (kind === 'models' || kind === 'images' || kind === 'exports') return <span />
  // Runs of other organizations are theirs to delete.
  if (kind === 'runs' && of === 'server') return <span />
  const { action, title, lost } = texts.settings.storage.clear[kind === 'uploads' ? UPLOADS[of] : kind]
  return (
    <Button
      variant="default"
      // Downloads are not part of a run.
      disabled={(inUse && kind !== 'downloads') || clearable.count === 0}
      onClick={() =>
        confirm({
          title,
          action,
          children: <p>{lost(clearable.count, formatBytes(clearable.bytes))}</p>,
          onConfirm: (progress) => clear(kind, progress),
        })
      }
    >
      {action}
    </Button>
  )
}

const UPLOADS = { own: 'uploads', server: 'allUploads', organization: 'ownUploads' } as const
