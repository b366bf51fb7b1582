/** One line that says what a block is set to do. Total for any config, also a damaged one. */
import { type BlockKindName, type ConfigOf, isBlockKind, withDefaults } from '../../shared/blocks/catalogue.ts'
import type { GraphNode } from '../../shared/graph/graph.ts'

export interface SummaryContext {
  modelName(ref: string): string | undefined
  /** Undefined while it is not known, null when nothing is behind the handle. */
  sourceName(uri: string): string | null | undefined
}

type Summaries = { [K in BlockKindName]: (config: ConfigOf<K>, context: SummaryContext) => string }

const percent = (share: number) => `${Math.round(share * 100)} %`
const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`
const join = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' · ')
const list = (names: readonly string[], none: string) =>
  names.length === 0
    ? none
    : names.length <= 3
      ? names.join(', ')
      : `${names.slice(0, 2).join(', ')} + ${names.length - 2}`
const words = (name: string) => name.replaceAll('_', ' ')

const SINKS = {
  annotated_video: 'Annotated video',
  csv: 'CSV',
  json: 'JSON Lines',
  webhook: 'Webhook',
  annotations: 'Annotations',
} as const

const SIGNS = { '>': '>', '>=': '≥', '<': '<', '<=': '≤', '==': '=', '!=': '≠' } as const

const SUMMARIES: Summaries = {
  source: (c, { sourceName }) => {
    if (c.kind === 'dataset' || c.kind === 'export') return `${c.kind === 'dataset' ? 'Data set' : 'Export'}`
    if (!c.gcs_uri) return `No ${c.kind} chosen`
    const name = sourceName(c.gcs_uri)
    const known = name === null ? 'File not found' : (name ?? fileName(c.gcs_uri))
    return join(known, c.sample_fps !== undefined && `${c.sample_fps} frames/s`)
  },
  model: (c, { modelName }) => {
    if (c.model_kind === 'sam3')
      return join(
        'sam3',
        list(
          c.prompt_classes.map((p) => p.name),
          'no prompts',
        ),
      )
    if (!c.model_id) return 'No model chosen'
    return join(modelName(c.model_id) ?? c.model_id, `≥ ${percent(c.confidence_threshold)}`)
  },
  filter: (c) => join(list(c.keep_classes, 'All classes'), c.min_confidence > 0 && `≥ ${percent(c.min_confidence)}`),
  track: (c) => join(c.tracker === 'botsort' ? 'BoT-SORT' : 'ByteTrack', `forgets after ${c.lost_after_s} s`),
  crop: (c) => join(list(c.source_classes, 'All classes'), `at most ${c.max_crops}`),
  condition: (c) => {
    const [first] = c.rules
    if (!first) return 'No rule'
    const what = first.subject === 'class_count' ? (first.class_name ?? 'objects') : words(first.subject)
    const more = c.rules.length - 1
    return join(
      `${what} ${SIGNS[first.operator]} ${first.threshold}`,
      more > 0 && `${c.combinator} of ${c.rules.length}`,
    )
  },
  measure: (c) => {
    const lines = c.geometries.filter((g) => g.kind === 'line').length
    const zones = c.geometries.length - lines
    if (c.geometries.length === 0) return 'No line or zone drawn'
    return [lines > 0 && count(lines, 'line'), zones > 0 && count(zones, 'zone')].filter(Boolean).join(', ')
  },
  visualize: (c) => {
    const shown = [c.boxes && 'boxes', c.labels && 'labels', c.trails && 'trails', c.geometries && 'counts']
    return join(
      list(
        shown.filter((s) => s !== false),
        'Draws nothing',
      ),
      c.blur_classes.length > 0 && 'blur',
    )
  },
  sink: (c) => {
    if (c.kind === 'webhook') return join(SINKS.webhook, c.url ? hostOf(c.url) : 'no URL')
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
  if (!isBlockKind(type)) return `Unknown kind “${type}”`
  try {
    const summarise = SUMMARIES[type] as (config: unknown, context: SummaryContext) => string
    return summarise(withDefaults(type, config), context)
  } catch {
    return 'Settings are not valid'
  }
}
