/** Runs created before a test begins, made over the bridge as the page would make them. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from '@playwright/test'
import { PAGE_ORIGIN } from '../../src/main/scheme.ts'
import type { StudioRunLabels } from '../../src/shared/api/studio-run-labels.ts'
import type { StudioClient } from '../../src/shared/bridge/studio.ts'
import type { Batch } from '../../src/shared/domain/batch.ts'
import { isTerminal, type WorkflowRun } from '../../src/shared/domain/run.ts'
import type { RunLabels } from '../../src/shared/domain/run-labels.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import { type Browser, browse } from '../web/browser.ts'

export interface Maker {
  api<T>(endpoint: string, input: unknown): Promise<T>
  /** Uploads a file and returns the handle of the stored copy. */
  upload(path: string, purpose: 'source' | 'model'): Promise<string>
  /** Resolves when the run has ended. */
  run(workflowId: string): Promise<WorkflowRun>
  saveBatch(batch: Batch): Promise<void>
  /** Labels a run that has no labels yet. */
  label(labels: RunLabels): Promise<void>
  /** Tags of the run, as the platform keeps them. */
  tagsOf(runId: string): Promise<string[]>
  close(): void
}

export async function openMaker(url: string): Promise<Maker> {
  test.skip(url.startsWith(PAGE_ORIGIN), 'Only the web host can be spoken to from outside.')
  const browser: Browser = await browse(url)
  const { studio, close } = await browser.open()
  const api = <T>(endpoint: string, input: unknown) => (studio as StudioClient).api({ endpoint, input }) as Promise<T>
  return {
    api,
    close,
    async saveBatch(batch) {
      await api('studioBatches.create', { body: batch })
    },
    async label(labels) {
      await api('studioRunLabels.create', { body: labels })
    },
    async tagsOf(runId) {
      const { data } = await api<{ data: StudioRunLabels[] }>('studioRunLabels.list', {})
      return data.find(({ value }) => value.run_id === runId)?.value.tags ?? []
    },
    async upload(path, purpose) {
      const query = new URLSearchParams({ filename: basename(path), purpose })
      const response = await browser.fetch(`/upload?${query}`, { method: 'PUT', body: await readFile(path) })
      if (!response.ok) throw new Error(`${basename(path)}: ${await response.text()}`)
      return ((await response.json()) as { uri: string }).uri
    },
    async run(workflow) {
      const { run_id } = await api<{ run_id: string }>('workflows.run', { params: { workflow } })
      for (;;) {
        const run = await api<WorkflowRun>('workflowRuns.get', { params: { run_id } })
        if (isTerminal(run.status)) return run
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}

/** Returns the same graph with other settings of its source. */
export const withSource = (graph: Graph, config: Record<string, unknown>): Graph => ({
  ...graph,
  nodes: graph.nodes.map((n) => (n.type === 'source' ? { ...n, config: { ...n.config, ...config } } : n)),
})
