/** Formats a run's times and counts. */
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { LOCALE } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.editor.panels.runWords

/** 75 -> "1 min 15 s". */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return `${s} s`
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`
}

export interface CountRow {
  key: string
  nodeId: string
  name: string
  facts: { label: string; value: string }[]
}

const number = new Intl.NumberFormat(LOCALE)

export function countRows(counts: RunCounts): CountRow[] {
  return [
    ...counts.lines.map((l) => ({
      key: `line-${l.node_id}-${l.name}`,
      nodeId: l.node_id,
      name: l.name,
      facts: [
        { label: 'A → B', value: number.format(l.a_to_b) },
        { label: 'B → A', value: number.format(l.b_to_a) },
      ],
    })),
    ...counts.zones.map((z) => ({
      key: `zone-${z.node_id}-${z.name}`,
      nodeId: z.node_id,
      name: z.name,
      facts: [
        { label: words.visits, value: number.format(z.visits) },
        { label: words.peak, value: number.format(z.peak_occupancy) },
        { label: words.dwell, value: duration(z.dwell_s) },
      ],
    })),
  ]
}
