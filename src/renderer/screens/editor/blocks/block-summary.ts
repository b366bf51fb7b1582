/** Summarizes a block's settings in one line. Accepts any config, including a damaged one. */
import { useEffect, useMemo } from 'react'
import { type BlockKindName, type ConfigOf, isBlockKind, withDefaults } from '../../../../shared/blocks/catalogue.ts'
import type { GraphNode } from '../../../../shared/graph/graph.ts'
import { formatRate } from '../../../base/format/format.ts'
import { findNode } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { useDocument, useResources } from '../session/editor-context.ts'
import { findModel } from '../session/resources.ts'

export interface SummaryContext {
  modelName(ref: string): string | undefined
  /** Undefined while the name is unknown, null when the handle resolves to nothing. */
  sourceName(uri: string): string | null | undefined
}

type Summaries = { [K in BlockKindName]: (config: ConfigOf<K>, context: SummaryContext) => string }

const words = texts.editor.summary
const percent = (share: number) => `${Math.round(share * 100)} %`
const join = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' · ')
const list = (names: readonly string[], none: string) =>
  names.length === 0
    ? none
    : names.length <= 3
      ? names.join(', ')
      : `${names.slice(0, 2).join(', ')} + ${names.length - 2}`

const SINKS = {
  annotated_video: words.annotatedVideo,
  csv: 'CSV',
  json: 'JSON Lines',
  webhook: 'Webhook',
  annotations: words.annotations,
} as const

const SIGNS = { '>': '>', '>=': '≥', '<': '<', '<=': '≤', '==': '=', '!=': '≠' } as const

const SUMMARIES: Summaries = {
  source: (c, { sourceName }) => {
    if (c.kind === 'dataset' || c.kind === 'export') return `${c.kind === 'dataset' ? words.dataset : words.export}`
    if (!c.gcs_uri) return words.none[c.kind] ?? words.none.video
    const name = sourceName(c.gcs_uri)
    const known = name === null ? words.fileNotFound : (name ?? fileName(c.gcs_uri))
    return join(known, c.sample_fps !== undefined && words.framesPerSecond(formatRate(c.sample_fps)))
  },
  model: (c, { modelName }) => {
    if (c.model_kind === 'sam3')
      return join(
        'sam3',
        list(
          c.prompt_classes.map((p) => p.name),
          words.noPrompts,
        ),
      )
    if (!c.model_id) return words.noModel
    return join(modelName(c.model_id) ?? c.model_id, `≥ ${percent(c.confidence_threshold)}`)
  },
  filter: (c) => join(list(c.keep_classes, words.allClasses), c.min_confidence > 0 && `≥ ${percent(c.min_confidence)}`),
  track: (c) =>
    join(c.tracker === 'botsort' ? 'BoT-SORT' : 'ByteTrack', words.forgetsAfter(formatRate(c.lost_after_s))),
  crop: (c) => join(list(c.source_classes, words.allClasses), words.atMost(c.max_crops)),
  condition: (c) => {
    const [first] = c.rules
    if (!first) return words.noRule
    const what = first.subject === 'class_count' ? (first.class_name ?? words.objects) : words.subjects[first.subject]
    const more = c.rules.length - 1
    return join(
      `${what} ${SIGNS[first.operator]} ${first.threshold}`,
      more > 0 && words.rules[c.combinator](c.rules.length),
    )
  },
  measure: (c) => {
    const lines = c.geometries.filter((g) => g.kind === 'line').length
    const zones = c.geometries.length - lines
    if (c.geometries.length === 0) return words.nothingDrawn
    return [lines > 0 && words.lines(lines), zones > 0 && words.zones(zones)].filter(Boolean).join(', ')
  },
  visualize: (c) => {
    const shown = [
      c.boxes && words.layers.boxes,
      c.labels && words.layers.labels,
      c.trails && words.layers.trails,
      c.geometries && words.layers.counts,
    ]
    return join(
      list(
        shown.filter((s) => s !== false),
        words.drawsNothing,
      ),
      c.blur_classes.length > 0 && words.layers.blur,
    )
  },
  sink: (c) => {
    if (c.kind === 'webhook') return join(SINKS.webhook, c.url ? hostOf(c.url) : words.noUrl)
    return join(SINKS[c.kind], c.filename)
  },
}

const fileName = (uri: string) => decodeURIComponentSafe(uri.split(/[\\/]/).at(-1) ?? uri)

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

export function summaryOf(node: GraphNode, context: SummaryContext): string {
  const { type, config } = node
  if (!isBlockKind(type)) return words.unknownKind(type)
  try {
    const summarise = SUMMARIES[type] as (config: unknown, context: SummaryContext) => string
    return summarise(withDefaults(type, config), context)
  } catch {
    return words.notValid
  }
}

/** Summarizes a block's settings in one line, with the known names of models and files. */
export function useSummary(nodeId: string): string {
  const node = useDocument((s) => findNode(s.doc.graph, nodeId))
  const models = useResources((s) => s.models)
  const sources = useResources((s) => s.sources)
  const lookUp = useResources((s) => s.lookUp)
  const uri = node?.type === 'source' && typeof node.config.gcs_uri === 'string' ? node.config.gcs_uri : null
  useEffect(() => {
    if (uri) lookUp(uri)
  }, [uri, lookUp])
  return useMemo(
    () =>
      node
        ? summaryOf(node, {
            modelName: (ref) => findModel(models, ref)?.name,
            sourceName: (at) => (sources.get(at) === null ? null : sources.get(at)?.name),
          })
        : '',
    [node, models, sources],
  )
}
