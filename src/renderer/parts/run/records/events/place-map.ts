/** A map keyed by block, line or zone, and event; looks values up without building a key for each event. */
export class PlaceMap<T> {
  private readonly byNode = new Map<string, Map<string, Map<string, T>>>()
  /** In order of insertion. */
  readonly all: T[] = []

  get = (nodeId: string, geometry: string, what: string): T | undefined =>
    this.byNode.get(nodeId)?.get(geometry)?.get(what)

  getOrMake(nodeId: string, geometry: string, what: string, make: () => T): T {
    const known = this.get(nodeId, geometry, what)
    if (known !== undefined) return known
    const made = make()
    const byGeometry = this.byNode.get(nodeId) ?? new Map<string, Map<string, T>>()
    const byWhat = byGeometry.get(geometry) ?? new Map<string, T>()
    this.byNode.set(nodeId, byGeometry.set(geometry, byWhat.set(what, made)))
    this.all.push(made)
    return made
  }
}
