/** Wires by their index in a list, while some are removed and others are added. */
import type { GraphEdge } from './graph.ts'

export class LiveWires {
  readonly #live = new Set<number>()
  readonly #into = new Map<string, Set<number>>()
  readonly #outOf = new Map<string, Set<number>>()
  /** The number of live wires that join the same ports: a drawn graph may have duplicates. */
  readonly #alike = new Map<string, number>()

  add(place: number, edge: GraphEdge): void {
    this.#live.add(place)
    group(this.#into, edge.target).add(place)
    group(this.#outOf, edge.source).add(place)
    const key = keyOf(edge)
    this.#alike.set(key, (this.#alike.get(key) ?? 0) + 1)
  }

  remove(place: number, edge: GraphEdge): void {
    if (!this.#live.delete(place)) return
    this.#into.get(edge.target)?.delete(place)
    this.#outOf.get(edge.source)?.delete(place)
    const key = keyOf(edge)
    this.#alike.set(key, (this.#alike.get(key) ?? 1) - 1)
  }

  /** True when a live wire joins the same ports. */
  has = (edge: GraphEdge): boolean => (this.#alike.get(keyOf(edge)) ?? 0) > 0
  isLive = (place: number): boolean => this.#live.has(place)
  into = (id: string): number[] => [...(this.#into.get(id) ?? [])]
  outOf = (id: string): number[] => [...(this.#outOf.get(id) ?? [])]
}

function group(groups: Map<string, Set<number>>, id: string): Set<number> {
  const known = groups.get(id)
  if (known) return known
  const made = new Set<number>()
  groups.set(id, made)
  return made
}

const keyOf = ({ source, sourceHandle, target, targetHandle }: GraphEdge): string =>
  JSON.stringify([source, sourceHandle ?? null, target, targetHandle ?? null])
