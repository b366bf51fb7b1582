import type { ConversionInUse } from '../domain/conversion.ts'
import type { ModelInspection } from './job.ts'

/** The values that an inspected model runs with; null for a network that takes no options. */
export function conversionInUse({
  input,
  origins,
}: Pick<ModelInspection, 'input' | 'origins'>): ConversionInUse | null {
  if (!origins) return null
  const { layout, channels, scale, mean, deviation, fit, crop = 1, bars = [114, 114, 114], width, height } = input
  return { layout, channels, scale, mean, deviation, fit, crop, bars, input_size: [width, height], origins }
}
