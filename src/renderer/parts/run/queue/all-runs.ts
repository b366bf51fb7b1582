/** Reads runs in pages. For a search it reads all of them: the first page each time, older runs at intervals. */
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'

export interface RunReading {
  /** @param pages number of pages, newest first, or all of them */
  read(pages: number | 'all'): Promise<RunRows>
}

export interface RunRows {
  /** Newest first. */
  runs: readonly WorkflowRun[]
  /** True when there may be older runs. */
  more: boolean
}

/** Age at which older runs are read again, for example to notice those deleted in other windows. */
const AGAIN_AFTER_MS = 60_000
const AT_ONCE = 4

/** @param readPage reads a page by its number, from 0; run ids sort by age */
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
      // Otherwise more new runs exist than fit on one page.
      !known.runs.slice(0, 1).some(isOlder) &&
      known.runs.every((run) => !isOlder(run) || isTerminal(run.status))
    const at = stays && known ? known.at : now()
    const rest = stays && known ? known.runs : await readOlder()
    // Pages overlap when a run is started between two requests.
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
