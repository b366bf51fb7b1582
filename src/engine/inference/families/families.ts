/** All model families, asked in this order: the first that recognises a model reads it. */
import { endToEnd } from './end-to-end.ts'
import type { Family, Head, TriedModel } from './family.ts'
import { ultralyticsV5 } from './ultralytics-v5.ts'
import { ultralyticsV8 } from './ultralytics-v8.ts'

export const FAMILIES: readonly Family[] = [endToEnd, ultralyticsV8, ultralyticsV5]

export function recognise(model: TriedModel): Head | null {
  for (const family of FAMILIES) {
    const head = family.recognise(model)
    if (head) return head
  }
  return null
}
