/** Search in many descriptors by the index of the platform. Descriptors are random: 24 hidden factors, in clusters, and noise. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIndexFiles } from '../../src/platform/datasets/vectors/index-file.ts'
import { createHeldIndexes } from '../../src/platform/datasets/vectors/vector-process.ts'
import { DESCRIPTOR_LENGTH } from '../../src/shared/engine-contract/derivation.ts'

export interface SearchFigures {
  queries: number
  searchP50Ms: number
  searchP95Ms: number
  searchMaxMs: number
  /** The share of the nearest ten that is found when the candidates are ordered by their exact similarity. */
  recall: number
  /** The share of the nearest ten that is found in the index's own order. */
  plainRecall: number
  indexMb: number
  fileMb: number
  buildS: number
  buildCpuS: number
}

const FACTORS = 24
const CLUSTER = 50
const ADDED_AT_ONCE = 256
const QUERIES = 200
const COMPARED = 100
/** The number of candidates that a search for ten requests. */
const CANDIDATES = 70
const NEAREST = 10

export async function search({ vectors: count }: { vectors: number }): Promise<SearchFigures> {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-search-'))
  try {
    const draw = drawing(Math.max(1, Math.floor(count / CLUSTER)))
    const rows = new Int8Array(count * DESCRIPTOR_LENGTH)
    for (let i = 0; i < count; i++) draw(rows, i)
    const queries = new Int8Array(QUERIES * DESCRIPTOR_LENGTH)
    for (let i = 0; i < QUERIES; i++) draw(queries, i)

    const indexes = createHeldIndexes(createIndexFiles(dir))
    await indexes.handle({ type: 'open', dataset: 'all', length: DESCRIPTOR_LENGTH, empty: true })
    const before = process.memoryUsage().rss
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
    for (let from = 0; from < count; from += ADDED_AT_ONCE) {
      const until = Math.min(count, from + ADDED_AT_ONCE)
      const keys = BigUint64Array.from({ length: until - from }, (_, i) => BigInt(from + i))
      const vectors = rows.subarray(from * DESCRIPTOR_LENGTH, until * DESCRIPTOR_LENGTH)
      await indexes.handle({ type: 'add', dataset: 'all', keys, vectors, mark: String(until) })
    }
    const { user, system } = process.cpuUsage(cpu)
    const buildS = (performance.now() - startedAt) / 1000
    const indexMb = (process.memoryUsage().rss - before) / 1e6
    await indexes.handle({ type: 'save' })
    const file = await createIndexFiles(dir).find('all')

    const times: number[] = []
    let [found, plain] = [0, 0]
    for (let q = 0; q < QUERIES; q++) {
      const vector = queries.subarray(q * DESCRIPTOR_LENGTH, (q + 1) * DESCRIPTOR_LENGTH)
      const since = performance.now()
      const reply = await indexes.handle({ type: 'search', dataset: 'all', vectors: vector, count: CANDIDATES })
      times.push(performance.now() - since)
      if (q >= COMPARED || reply.type !== 'found') continue
      const candidates = Array.from(reply.neighbours[0]?.keys ?? [], Number)
      const exact = new Set(nearestOf(vector, rows, candidates))
      const all = nearestOf(vector, rows)
      found += all.filter((i) => exact.has(i)).length
      plain += all.filter((i) => candidates.slice(0, NEAREST).includes(i)).length
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] as number
    return {
      queries: QUERIES,
      searchP50Ms: at(0.5),
      searchP95Ms: at(0.95),
      searchMaxMs: at(1),
      recall: found / (COMPARED * NEAREST),
      plainRecall: plain / (COMPARED * NEAREST),
      indexMb,
      fileMb: file ? statSync(file.path).size / 1e6 : 0,
      buildS,
      buildCpuS: (user + system) / 1e6,
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Writes the next random descriptor to a row. */
function drawing(clusters: number): (rows: Int8Array, row: number) => void {
  let state = 12_345
  const uniform = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const normal = () => (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3)
  const loadings = new Float32Array(FACTORS * DESCRIPTOR_LENGTH).map(normal)
  const centres = new Float32Array(clusters * FACTORS).map(normal)
  const values = new Float32Array(DESCRIPTOR_LENGTH)
  return (rows, row) => {
    const centre = Math.floor(uniform() * clusters) * FACTORS
    for (let d = 0; d < DESCRIPTOR_LENGTH; d++) values[d] = 1.2 * (uniform() - 0.5)
    for (let f = 0; f < FACTORS; f++) {
      const factor = (centres[centre + f] as number) + 0.5 * normal()
      const from = f * DESCRIPTOR_LENGTH
      for (let d = 0; d < DESCRIPTOR_LENGTH; d++) {
        values[d] = (values[d] as number) + factor * (loadings[from + d] as number)
      }
    }
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const start = row * DESCRIPTOR_LENGTH
    for (let d = 0; d < DESCRIPTOR_LENGTH; d++) rows[start + d] = Math.round((127 * (values[d] as number)) / largest)
  }
}

/** The ten rows with the largest cosine, of all or of these. */
function nearestOf(vector: Int8Array, rows: Int8Array, of?: readonly number[]): number[] {
  const best: { row: number; cosine: number }[] = []
  const count = of ? of.length : rows.length / DESCRIPTOR_LENGTH
  for (let i = 0; i < count; i++) {
    const row = of ? (of[i] as number) : i
    const start = row * DESCRIPTOR_LENGTH
    let [product, length] = [0, 0]
    for (let d = 0; d < DESCRIPTOR_LENGTH; d++) {
      const value = rows[start + d] as number
      product += value * (vector[d] as number)
      length += value * value
    }
    const cosine = product / Math.sqrt(length)
    if (best.length === NEAREST && cosine <= (best[NEAREST - 1] as { cosine: number }).cosine) continue
    best.push({ row, cosine })
    best.sort((a, b) => b.cosine - a.cosine)
    best.length = Math.min(best.length, NEAREST)
  }
  return best.map(({ row }) => row)
}
