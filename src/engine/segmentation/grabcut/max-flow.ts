/**
 * Minimum cut of a graph with two terminals, by augmenting paths along two search trees that are kept between paths
 * (Boykov and Kolmogorov, “An Experimental Comparison of Min-Cut/Max-Flow Algorithms for Energy Minimization in
 * Vision”, 2004). The result depends on the order of nodes and edges alone.
 */

/** Tree of a node that neither terminal reaches. */
const FREE = 0
const SOURCE = 1
const SINK = 2

/** Parents that are not arcs. */
const NONE = -1
const TERMINAL = -2
const ORPHAN = -3

export class FlowGraph {
  readonly #first: Int32Array
  /** The node to which each arc leads; the arc back is at `arc ^ 1`. */
  #head: Int32Array
  #next: Int32Array
  #rest: Float64Array
  #arcs = 0
  /** Rest of the edge from the source when positive, of that to the sink when negative. */
  readonly #terminal: Float64Array
  readonly #tree: Uint8Array
  readonly #parent: Int32Array
  /** Length of the path to the terminal, as of the `#stamp` of that moment. */
  readonly #distance: Int32Array
  readonly #stamp: Int32Array
  readonly #queued: Uint8Array
  #active: number[] = []
  #orphans: number[] = []
  #time = 0
  #flow = 0

  constructor(nodes: number, edges: number) {
    this.#first = new Int32Array(nodes).fill(NONE)
    this.#head = new Int32Array(2 * edges)
    this.#next = new Int32Array(2 * edges)
    this.#rest = new Float64Array(2 * edges)
    this.#terminal = new Float64Array(nodes)
    this.#tree = new Uint8Array(nodes)
    this.#parent = new Int32Array(nodes).fill(NONE)
    this.#distance = new Int32Array(nodes)
    this.#stamp = new Int32Array(nodes)
    this.#queued = new Uint8Array(nodes)
  }

  /** @throws RangeError for more edges than the graph was created for */
  addEdge(from: number, to: number, capacity: number, back: number): void {
    const arc = this.#arcs
    if (arc + 2 > this.#head.length) throw new RangeError(`The graph has room for ${arc / 2} edges.`)
    this.#arcs += 2
    this.#head[arc] = to
    this.#next[arc] = this.#first[from] as number
    this.#rest[arc] = capacity
    this.#first[from] = arc
    this.#head[arc + 1] = from
    this.#next[arc + 1] = this.#first[to] as number
    this.#rest[arc + 1] = back
    this.#first[to] = arc + 1
  }

  /** Adds to the capacities of a node's edges from the source and to the sink. */
  addTerminals(node: number, source: number, sink: number): void {
    const rest = this.#terminal[node] as number
    const from = source + Math.max(rest, 0)
    const to = sink + Math.max(-rest, 0)
    this.#flow += Math.min(from, to)
    this.#terminal[node] = from - to
  }

  /** Returns the maximum flow, which is the capacity of the minimum cut. */
  solve(): number {
    for (let node = 0; node < this.#terminal.length; node++) {
      const rest = this.#terminal[node] as number
      if (rest === 0) continue
      this.#tree[node] = rest > 0 ? SOURCE : SINK
      this.#parent[node] = TERMINAL
      this.#distance[node] = 1
      this.#activate(node)
    }
    let next: number[] = []
    while (this.#active.length > 0) {
      // Breadth first: nodes that become active are processed after those that are.
      const current = this.#active
      this.#active = next
      for (const node of current) {
        this.#queued[node] = 0
        if (this.#parent[node] === NONE) continue
        for (let bridge = this.#grow(node); bridge !== NONE; bridge = this.#grow(node)) {
          this.#time++
          this.#augment(bridge)
          this.#adopt()
          if (this.#parent[node] === NONE) break
        }
      }
      current.length = 0
      next = current
    }
    return this.#flow
  }

  /** After `solve`: true when the node is on the source's side of the cut. */
  isSource(node: number): boolean {
    return this.#tree[node] === SOURCE
  }

  #activate(node: number): void {
    if (this.#queued[node]) return
    this.#queued[node] = 1
    this.#active.push(node)
  }

  /** Takes free neighbours into the node's tree; returns an arc from the source's tree to the sink's, or `NONE`. */
  #grow(node: number): number {
    const tree = this.#tree[node] as number
    for (let arc = this.#first[node] as number; arc !== NONE; arc = this.#next[arc] as number) {
      const rest = this.#rest[tree === SOURCE ? arc : arc ^ 1] as number
      if (rest <= 0) continue
      const other = this.#head[arc] as number
      if (this.#parent[other] === NONE) {
        this.#tree[other] = tree
        this.#parent[other] = arc ^ 1
        this.#stamp[other] = this.#stamp[node] as number
        this.#distance[other] = (this.#distance[node] as number) + 1
        this.#activate(other)
      } else if (this.#tree[other] !== tree) {
        return tree === SOURCE ? arc : arc ^ 1
      } else if (
        (this.#stamp[other] as number) <= (this.#stamp[node] as number) &&
        (this.#distance[other] as number) > (this.#distance[node] as number)
      ) {
        // A shorter path to the terminal.
        this.#parent[other] = arc ^ 1
        this.#stamp[other] = this.#stamp[node] as number
        this.#distance[other] = (this.#distance[node] as number) + 1
      }
    }
    return NONE
  }

  /** Sends the most flow along the path through an arc between the trees. */
  #augment(bridge: number): void {
    let least = this.#rest[bridge] as number
    for (const tree of [SOURCE, SINK]) {
      let node = this.#head[tree === SOURCE ? bridge ^ 1 : bridge] as number
      for (let arc = this.#parent[node] as number; arc !== TERMINAL; arc = this.#parent[node] as number) {
        least = Math.min(least, this.#rest[tree === SOURCE ? arc ^ 1 : arc] as number)
        node = this.#head[arc] as number
      }
      least = Math.min(least, Math.abs(this.#terminal[node] as number))
    }
    this.#push(bridge, least)
    for (const tree of [SOURCE, SINK]) {
      let node = this.#head[tree === SOURCE ? bridge ^ 1 : bridge] as number
      for (let arc = this.#parent[node] as number; arc !== TERMINAL; arc = this.#parent[node] as number) {
        const along = tree === SOURCE ? arc ^ 1 : arc
        this.#push(along, least)
        if (this.#rest[along] === 0) this.#orphan(node)
        node = this.#head[arc] as number
      }
      this.#terminal[node] = (this.#terminal[node] as number) - (tree === SOURCE ? least : -least)
      if (this.#terminal[node] === 0) this.#orphan(node)
    }
    this.#flow += least
  }

  #push(arc: number, flow: number): void {
    this.#rest[arc] = (this.#rest[arc] as number) - flow
    this.#rest[arc ^ 1] = (this.#rest[arc ^ 1] as number) + flow
  }

  #orphan(node: number): void {
    this.#parent[node] = ORPHAN
    this.#orphans.push(node)
  }

  /** Finds new parents for the orphans; those without one become free. */
  #adopt(): void {
    for (let i = 0; i < this.#orphans.length; i++) {
      const node = this.#orphans[i] as number
      const tree = this.#tree[node] as number
      let best = NONE
      let nearest = Number.POSITIVE_INFINITY
      for (let arc = this.#first[node] as number; arc !== NONE; arc = this.#next[arc] as number) {
        if ((this.#rest[tree === SOURCE ? arc ^ 1 : arc] as number) <= 0) continue
        const other = this.#head[arc] as number
        if (this.#tree[other] !== tree || this.#parent[other] === NONE) continue
        const distance = this.#distanceOf(other)
        if (distance < nearest) {
          nearest = distance
          best = arc
        }
      }
      if (best !== NONE) {
        this.#parent[node] = best
        this.#stamp[node] = this.#time
        this.#distance[node] = nearest + 1
        continue
      }
      for (let arc = this.#first[node] as number; arc !== NONE; arc = this.#next[arc] as number) {
        const other = this.#head[arc] as number
        const parent = this.#parent[other] as number
        if (this.#tree[other] !== tree || parent === NONE) continue
        if ((this.#rest[tree === SOURCE ? arc ^ 1 : arc] as number) > 0) this.#activate(other)
        if (parent >= 0 && this.#head[parent] === node) this.#orphan(other)
      }
      this.#parent[node] = NONE
      this.#tree[node] = FREE
    }
    this.#orphans.length = 0
  }

  /** Steps to the terminal, infinite for a node below an orphan; remembers them for the nodes on the way. */
  #distanceOf(from: number): number {
    let steps = 0
    let node = from
    while (this.#stamp[node] !== this.#time) {
      const parent = this.#parent[node] as number
      if (parent === ORPHAN) return Number.POSITIVE_INFINITY
      steps++
      if (parent === TERMINAL) break
      node = this.#head[parent] as number
    }
    if (this.#stamp[node] === this.#time) steps += this.#distance[node] as number
    let left = steps
    for (let n = from; this.#stamp[n] !== this.#time; n = this.#head[this.#parent[n] as number] as number) {
      this.#stamp[n] = this.#time
      this.#distance[n] = left--
      if (this.#parent[n] === TERMINAL) break
    }
    return steps
  }
}
