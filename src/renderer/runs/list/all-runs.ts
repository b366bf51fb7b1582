/** Reads runs in pages. A search needs all of them: those on the first page each time, older ones once in a while. */
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'

export interface RunReading {
  /** @param pages how many, newest first, or all there are */
  read(pages: number | 'all'): Promise<RunRows>
}

export interface RunRows {
  /** Newest first. */
  runs: readonly WorkflowRun[]
  /** There are older ones. */
  more: boolean
}

/** Until then, deletions in other windows stay unseen among older runs. */
const AGAIN_AFTER_MS = 60_000
const AT_ONCE = 4

/** @param readPage reads the page with this number, from 0; ids sort by age */
export function createRunReading(
  readPage: (page: number) => Promise<readonly WorkflowRun[]>,
  pageSize: number,
  now: () => number = Date.now,
): RunReading {
  let known: { runs: readonly WorkflowRun[]; at: number } | null = null

  const pagesFrom = (first: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => readPage(first + i))).then((all) => all.flat())

  async function readOlder(): Promise<readonly WorkflowRun[]> {
    const found: WorkflowRun[] = []
    for (let page = 1; ; page += AT_ONCE) {
      const some = await pagesFrom(page, AT_ONCE)
      found.push(...some)
      if (some.length < AT_ONCE * pageSize) return found
    }
  }

  async function readAll(): Promise<RunRows> {
    const newest = await readPage(0)
    const last = newest.at(-1)
    if (newest.length < pageSize || !last) return { runs: newest, more: false }
    const isOlder = ({ id }: WorkflowRun) => id < last.id
    const stays =
      known !== null &&
      now() - known.at < AGAIN_AFTER_MS &&
      // Otherwise more runs have come than one page holds.
      !known.runs.slice(0, 1).some(isOlder) &&
      known.runs.every((run) => !isOlder(run) || isTerminal(run.status))
    const at = stays && known ? known.at : now()
    const rest = stays && known ? known.runs : await readOlder()
    // Pages overlap where a run was started between two of them.
    const runs = [...new Map([...newest, ...rest.filter(isOlder)].map((run) => [run.id, run])).values()]
    known = { runs, at }
    return { runs, more: false }
  }

  return {
    async read(pages) {
      if (pages === 'all') return readAll()
      const runs = await pagesFrom(0, pages)
      return { runs, more: runs.length === pages * pageSize }
    },
  }
}
