/** The evidence of one line or zone: all of its counts, and the first near misses for each reason. */
import type { Evidence, NearMisses, NearMissReason } from '../../shared/domain/evidence.ts'

/** A line on which tracks jitter for hours has an unlimited number of near misses. */
export const KEPT_PER_REASON = 100

export class EvidenceLog {
  private readonly seen: Map<NearMissReason, number>
  private fresh: Evidence[] = []

  /** @param saved state of an earlier log, from `save` */
  constructor(saved: Map<NearMissReason, number> | null) {
    this.seen = saved ?? new Map()
  }

  add(evidence: Evidence): void {
    this.fresh.push(evidence)
  }

  /** Counts a near miss; returns true when its evidence is to be added. */
  wants(reason: NearMissReason): boolean {
    const seen = (this.seen.get(reason) ?? 0) + 1
    this.seen.set(reason, seen)
    return seen <= KEPT_PER_REASON
  }

  /** Returns the evidence since the last call. */
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
