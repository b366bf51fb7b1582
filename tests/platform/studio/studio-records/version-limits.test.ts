import { expect, it } from 'vitest'
import { DAYS_KEPT, RECENT_VERSIONS, surplusVersions } from '../../../../src/platform/studio/studio-records/versions.ts'

it('keeps the last automatic version of each day until the day is long past', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const many = Array.from({ length: 200 }, (_, i) => ({
    id: String(i),
    kind: 'interval' as const,
    visibility: 'me' as const,
    created_at: new Date(now.getTime() - (200 - i) * 12 * 3_600_000).toISOString(),
  }))
  const gone = new Set(surplusVersions(many, now).map((v) => v.id))
  const kept = many.filter((v) => !gone.has(v.id))
  expect(kept.slice(-RECENT_VERSIONS)).toEqual(many.slice(-RECENT_VERSIONS))
  const older = kept.slice(0, -RECENT_VERSIONS).map((v) => v.created_at.slice(0, 10))
  expect(new Set(older).size).toBe(older.length)
  expect(now.getTime() - Date.parse(kept[0]?.created_at ?? '')).toBeLessThanOrEqual(DAYS_KEPT * 86_400_000)
})
