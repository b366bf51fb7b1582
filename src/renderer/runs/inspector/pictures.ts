/** Chooses what the overlay is drawn on: the source, played or decoded frame by frame, or the annotated video. */
import { useCallback, useState } from 'react'
import { type Artifact, isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { PictureKind } from './layers-menu.tsx'

export interface Pictures {
  /** Null when the run had no video or image, or it is no longer known; `url` is null for an image. */
  source: { uri: string; url: string | null } | null
  annotated: string | null
}

/** A file that the browser plays, or frames that the engine decodes one at a time. */
export type Picture = { kind: PictureKind; url: string } | { kind: 'source'; uri: string; still: boolean }

/** True when the run processed images instead of a video. */
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

/** Prefers the source played by the browser, then decoded by the engine; falls back to the annotated video. */
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
    /** True when the source can't be displayed at all. */
    fellBack: source !== null && picture?.kind === 'annotated' && chosen === 'source',
    choose: setChosen,
  }
}

const keyOf = (picture: Picture): string => ('url' in picture ? `url ${picture.url}` : `uri ${picture.uri}`)
