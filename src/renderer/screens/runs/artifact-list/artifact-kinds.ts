/** Names and icons of the artifact kinds. */
import {
  IconBraces,
  type IconFile,
  IconFileText,
  IconListDetails,
  IconMovie,
  IconPhoto,
  IconTable,
  IconTags,
  IconZoomCheck,
} from '@tabler/icons-react'
import { type Artifact, isImage } from '../../../../shared/domain/run.ts'
import { texts } from '../../../texts/texts.ts'

const ICONS: Record<Artifact['kind'], typeof IconFile> = {
  annotated_video: IconMovie,
  csv: IconTable,
  json: IconBraces,
  annotations: IconTags,
  crops: IconPhoto,
  evidence: IconZoomCheck,
  manifest: IconListDetails,
  log: IconFileText,
}

export const iconOf = (artifact: Artifact): typeof IconFile => (isImage(artifact) ? IconPhoto : ICONS[artifact.kind])

export function kindLabel(artifact: Artifact): string {
  const { kinds } = texts.runs.artifacts
  return artifact.kind === 'annotated_video' && isImage(artifact) ? kinds.annotated_image : kinds[artifact.kind]
}

export const recordsText = ({ kind, records }: Artifact): string | null =>
  records === null ? null : texts.runs.artifacts.records[kind](records)
