/** Workflow files that the system passes to the app: opened in the file manager, or named in a terminal. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const WORKFLOW = /\.jsonl?$/i

/** File managers of Linux pass URLs instead of paths. Returns no path for a URL that is not a local file. */
function pathsOf(arg: string, cwd: string): string[] {
  if (!arg.startsWith('file://')) return [resolve(cwd, arg)]
  try {
    return [fileURLToPath(arg)]
  } catch {
    return []
  }
}

/** Paths of the workflow files among the arguments of a process. */
export const workflowsIn = (argv: readonly string[], cwd: string): string[] =>
  argv
    .slice(1)
    .filter((arg) => !arg.startsWith('-') && WORKFLOW.test(arg))
    .flatMap((arg) => pathsOf(arg, cwd))

export interface OpenRequests {
  add(paths: readonly string[]): void
  /** Removes and returns the path that has waited longest. */
  take(): string | null
  /** Calls the listener for each waiting path and for each later one. Returns a function that unsubscribes it. */
  follow(listener: () => void): () => void
}

/** Files wait until a page listens; of several pages, the newest opens them. */
export function createOpenRequests(): OpenRequests {
  const waiting: string[] = []
  const followers: (() => void)[] = []
  return {
    add(paths) {
      waiting.push(...paths)
      for (const _ of paths) followers.at(-1)?.()
    },
    take: () => waiting.shift() ?? null,
    follow(listener) {
      followers.push(listener)
      for (const _ of waiting) listener()
      return () => void followers.splice(followers.indexOf(listener), 1)
    },
  }
}
