/** The issues that `validate` reports. A failure that a user can fix is a value, not an exception. */
import { type Static, Type } from 'typebox'
import { MessageText, type Sayable, saidOf } from '../messages/message.ts'

/** Every code with its severity; declared once, used by validator, platform checks, docs and UI. */
export const ISSUE_CODES = {
  'graph.shape': 'error',
  'graph.version': 'error',
  'graph.loop': 'error',
  'graph.more_issues': 'warning',
  'node.unknown_kind': 'error',
  'node.duplicate_id': 'error',
  'node.reserved_id': 'error',
  'node.unreachable': 'error',
  'edge.dangling': 'error',
  'edge.self': 'error',
  'edge.duplicate': 'error',
  'edge.unknown_handle': 'error',
  'edge.port_mismatch': 'error',
  'edge.port_taken': 'error',
  'config.invalid': 'error',
  'config.missing': 'error',
  'source.missing': 'error',
  'source.many': 'error',
  'source.not_set': 'error',
  'source.unavailable': 'error',
  'model.not_set': 'error',
  'model.too_many': 'error',
  'model.too_many_on_source': 'error',
  'track.needs_model': 'error',
  'measure.needs_track': 'error',
  'image.no_time': 'error',
  'sink.missing': 'error',
  'sink.input_mismatch': 'error',
  'sink.not_set': 'error',
  'geometry.line': 'error',
  'geometry.zone': 'error',
  'geometry.outside': 'error',
  'geometry.duplicate_name': 'error',
  'branch.no_sink': 'warning',
  'lint.model_unsuited': 'warning',
  'lint.one_in_each_image': 'warning',
  'lint.unknown_class': 'warning',
  'lint.filter_drops_all': 'warning',
  'lint.confidence_excludes_all': 'warning',
  'lint.unreachable_geometry': 'warning',
  'lint.tracker_upstream': 'warning',
  'lint.untracked_measure': 'warning',
  'lint.partly_tracked': 'warning',
  'lint.untracked_line': 'warning',
  'lint.same_filename': 'warning',
  'lint.never_true': 'warning',
  'resource.source_missing': 'error',
  'resource.source_empty': 'error',
  'resource.model_missing': 'error',
  'resource.model_not_ready': 'error',
  'resource.sam3_not_installed': 'error',
  'resource.device_missing': 'warning',
  'resource.device_unavailable': 'warning',
  'resource.dataset_missing': 'error',
  'resource.dataset_empty': 'error',
  'resource.dataset_refuses_boxes': 'error',
  'resource.webhook_not_public': 'error',
} as const
export type IssueCode = keyof typeof ISSUE_CODES

/**
 * Codes of parts that are still missing while a graph is being built; all others are contradictions. The severity is
 * the same on the API: an editor may show these as hints until the graph is to be run.
 */
export const UNFINISHED: ReadonlySet<IssueCode> = new Set([
  'node.unreachable',
  'config.missing',
  'source.missing',
  'source.not_set',
  'model.not_set',
  'track.needs_model',
  'measure.needs_track',
  'sink.missing',
  'sink.not_set',
  'geometry.line',
  'branch.no_sink',
])

export const Issue = Type.Object(
  {
    code: Type.String(),
    severity: Type.Enum(['error', 'warning']),
    message: Type.String({ description: 'A sentence that says what to do' }),
    text: Type.Optional(MessageText),
    node_id: Type.Optional(Type.String()),
    edge_index: Type.Optional(Type.Integer({ minimum: 0 })),
    field: Type.Optional(Type.String({ description: 'JSON pointer into the node config, or into the graph' })),
  },
  { $id: 'Issue', additionalProperties: false },
)
export type Issue = Omit<Static<typeof Issue>, 'code'> & { code: IssueCode }

export const issue = (
  code: IssueCode,
  sayable: Sayable,
  at: { node_id?: string; edge_index?: number; field?: string } = {},
): Issue => ({ code, severity: ISSUE_CODES[code], ...saidOf(sayable), ...at })

export const blocksRun = (issues: readonly Issue[]): boolean => issues.some((i) => i.severity === 'error')
