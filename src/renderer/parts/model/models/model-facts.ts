/** Formats the facts of a model record for display. */
import type { Model } from '../../../../shared/api/models.ts'
import { formatDecimal, humanise } from '../../../base/format/format.ts'

/** Returns the class names in the order of their index. */
export function classNamesOf({ class_mapping }: Pick<Model, 'class_mapping'>): string[] {
  return Object.entries(class_mapping ?? {})
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, name]) => name)
}

/** Returns `640 × 640`, from whichever part of the record holds it; null when none does. */
export function inputSizeOf({ training_config, metrics }: Pick<Model, 'training_config' | 'metrics'>): string | null {
  for (const record of [training_config, metrics]) {
    const input = record?.input
    const from = (typeof input === 'object' && input !== null ? input : record) as Record<string, unknown> | null
    const [width, height] = [from?.width ?? from?.input_width, from?.height ?? from?.input_height]
    if (typeof width === 'number' && typeof height === 'number') return `${width} × ${height}`
  }
  return null
}

/** Returns the metrics that are single numbers, formatted: fractions as percentages. */
export function figuresOf({ metrics }: Pick<Model, 'metrics'>): { name: string; value: string }[] {
  return Object.entries(metrics ?? {}).flatMap(([name, value]) => {
    if (typeof value !== 'number' || /width|height/.test(name)) return []
    const share = value > 0 && value <= 1
    return [{ name: metricName(name), value: share ? `${formatDecimal(value * 100, 1)} %` : String(value) }]
  })
}

const metricName = (name: string): string =>
  /^map/i.test(name)
    ? name
        .replace(/^map/i, 'mAP')
        .replace(/(\d)_(\d)/, '$1–$2')
        .replaceAll('_', ' ')
    : humanise(name)
