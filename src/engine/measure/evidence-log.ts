/** The evidence of one line or zone: all of its counts, and of its near misses the first ones for each reason. */
import type { Evidence, NearMisses, NearMissReason } from '../../shared/domain/evidence.ts'

/** A line on which tracks jitter for hours has near misses without end. */
export const KEPT_PER_REASON = 100

export class EvidenceLog {
  private readonly seen: Map<NearMissReason, number>
  private fresh: Evidence[] = []

  /** @param saved of an earlier log, by `save` */
  constructor(saved: Map<NearMissReason, number> | null) {
    this.seen = saved ?? new Map()
  }

  add(evidence: Evidence): void {
    this.fresh.push(evidence)
  }

  /** Notes a near miss; true when its evidence is to be added. */
  wants(reason: NearMissReason): boolean {
    const seen = (this.seen.get(reason) ?? 0) + 1
    this.seen.set(reason, seen)
    return seen <= KEPT_PER_REASON
  }

  /** The evidence since the last call. */
  take(): Evidence[] {
    const { fresh } = this
    if (fresh.length > 0) this.fresh = []
    return fresh
  }

  nearMisses(node_id: string, geometry: string): NearMisses[] {
    return [...this.seen].map(([reason, seen]) => {
      return { node_id, geometry, reason, seen, kept: Math.min(seen, KEPT_PER_REASON) }
    })
  }

  save(): Map<NearMissReason, number> {
    return this.seen
  }
}
