/** The artifacts of a run: what each is, its size and checksum, and the way to have it. */
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import {
  IconBraces,
  IconDownload,
  type IconFile,
  IconFileText,
  IconListDetails,
  IconMovie,
  IconPhoto,
  IconTable,
  IconTags,
  IconZoomCheck,
} from '@tabler/icons-react'
import type { Artifact } from '../../../shared/domain/run.ts'
import { formatCount } from '../../messages/plural.ts'
import { formatBytes } from '../../ui/format.ts'
import classes from './panel.module.css'

const KINDS: Record<Artifact['kind'], { label: string; records: string; icon: typeof IconFile }> = {
  annotated_video: { label: 'Annotated video', records: 'frames', icon: IconMovie },
  csv: { label: 'CSV', records: 'rows', icon: IconTable },
  json: { label: 'JSON Lines', records: 'records', icon: IconBraces },
  annotations: { label: 'Annotations', records: 'images', icon: IconTags },
  crops: { label: 'Crops', records: 'pictures', icon: IconPhoto },
  evidence: { label: 'Evidence of the counts', records: 'records', icon: IconZoomCheck },
  manifest: { label: 'Manifest', records: 'entries', icon: IconListDetails },
  log: { label: 'Log', records: 'lines', icon: IconFileText },
}

interface FilesPanelProps {
  artifacts: readonly Artifact[]
  urlOf: (artifact: Artifact) => string
}

export function FilesPanel({ artifacts, urlOf }: FilesPanelProps) {
  if (artifacts.length === 0) return <div className={classes.message}>This run wrote no files.</div>
  return (
    <ul className={classes.files}>
      {artifacts.map((artifact) => (
        <FileRow key={artifact.id} artifact={artifact} url={urlOf(artifact)} />
      ))}
    </ul>
  )
}

function FileRow({ artifact, url }: { artifact: Artifact; url: string }) {
  const { name, kind, size_bytes, records, sha256 } = artifact
  const { label, records: unit, icon: Icon } = KINDS[kind]
  return (
    <li className={classes.file}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <div>
        <strong title={name}>{name}</strong>
        <small>
          <span>{label}</span>
          <span>{formatBytes(size_bytes)}</span>
          {records !== null && (
            <span>
              {formatCount(records)} {unit}
            </span>
          )}
          {sha256 && <Hash value={sha256} />}
        </small>
      </div>
      <div className={classes.actions}>
        <Tooltip label="Download">
          <ActionIcon component="a" href={url} download={name} aria-label={`Download ${name}`}>
            <IconDownload size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  )
}

function Hash({ value }: { value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy the SHA-256'}>
          <button type="button" className={classes.hash} onClick={copy} aria-label="Copy the SHA-256">
            <code>{value.slice(0, 8)}</code>
          </button>
        </Tooltip>
      )}
    </CopyButton>
  )
}
