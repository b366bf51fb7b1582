/** The provenance of a result: the head of JSON results and of the manifest. */

import type { Conversion } from '../../shared/domain/conversion.ts'
import { VERSION } from '../../shared/domain/version.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import type { MediaInfo } from '../media/frame.ts'
import { valueDigest } from './digest.ts'

export interface ResultHeader {
  run_id: string
  /** Includes the graph itself, so that the workflow can be opened from the file. */
  workflow: { name: string; graph_sha256: string; graph: Graph }
  source: {
    kind: string
    name: string
    sha256: string
    width: number
    height: number
    duration_s: number | null
    native_fps: number | null
  }
  /** `conversion`: a person's options of the model, if it has any. */
  models: { node_id: string; name: string; sha256: string; conversion?: Conversion | undefined }[]
  sightline: string
}

export const resultHeader = (job: RunJob, media: MediaInfo, sourceSha256: string): ResultHeader => ({
  run_id: job.runId,
  workflow: { name: job.workflowName, graph_sha256: valueDigest(job.graph), graph: job.graph },
  source: {
    kind: job.source.kind,
    name: job.source.name,
    sha256: sourceSha256,
    width: media.width,
    height: media.height,
    duration_s: media.durationS,
    native_fps: media.nativeFps,
  },
  models: Object.entries(job.models).map(([node_id, { name, sha256, conversion }]) => ({
    node_id,
    name,
    sha256,
    conversion: conversion ?? undefined,
  })),
  sightline: VERSION,
})
