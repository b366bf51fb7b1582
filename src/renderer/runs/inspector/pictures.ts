/** Which picture is under the overlay: the run's source, played or decoded frame by frame, or what the run drew. */
import { useCallback, useState } from 'react'
import { type Artifact, isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { PictureKind } from './layers-menu.tsx'

export interface Pictures {
  /** Null where the run had no video or image, or it is not known any more; no `url` for an image, which nothing plays. */
  source: { uri: string; url: string | null } | null
  annotated: string | null
}

/** How it comes on the screen: from a file that the browser plays, or frame by frame from the engine. */
export type Picture = { kind: PictureKind; url: string } | { kind: 'source'; uri: string; still: boolean }

/** Whether the run looked at pictures that stand for themselves, rather than at a video. */
export const hasStills = ({ source }: Pick<WorkflowRun, 'source'>): boolean =>
  source?.kind === 'image' || source?.kind === 'dataset'

export const isStill = ({ media_type }: Artifact): boolean => media_type.startsWith('image/')

export function picturesOf(
  { source, status }: WorkflowRun,
  artifacts: readonly Artifact[],
  filesBase: string,
  urlOf: (artifact: Artifact) => string,
): Pictures {
  const isFile = source?.kind === 'video' || source?.kind === 'image'
  const uri = isFile && isTerminal(status) ? source.uri : null
  const drawn = artifacts.find((a) => a.kind === 'annotated_video')
  return {
    source:
      uri === null
        ? null
        : { uri, url: source?.kind === 'image' ? null : `${filesBase}/source?uri=${encodeURIComponent(uri)}` },
    annotated: drawn && !isStill(drawn) ? urlOf(drawn) : null,
  }
}

/** The source as the browser plays it; where it can't, as the engine decodes it; where that fails too, what was drawn. */
export function usePicture({ source, annotated }: Pictures) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<PictureKind>('source')
  const ways: Picture[] = []
  if (source?.url) ways.push({ kind: 'source', url: source.url })
  if (source) ways.push({ kind: 'source', uri: source.uri, still: source.url === null })
  if (annotated !== null) ways.push({ kind: 'annotated', url: annotated })
  const open = ways.filter((way) => !failed.has(keyOf(way)))
  const picture = open.find((way) => way.kind === chosen) ?? open[0] ?? null
  const key = picture && keyOf(picture)
  const fail = useCallback(() => {
    if (key !== null) setFailed((now) => new Set(now).add(key))
  }, [key])
  return {
    picture,
    fail,
    /** The source can be had in no way. */
    fellBack: source !== null && picture?.kind === 'annotated' && chosen === 'source',
    choose: setChosen,
  }
}

const keyOf = (picture: Picture): string => ('url' in picture ? `url ${picture.url}` : `uri ${picture.uri}`)
