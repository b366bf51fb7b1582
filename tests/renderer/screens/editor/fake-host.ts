/** A fake host with one workflow in memory. */

import { type Host, HostError } from '../../../../src/renderer/base/host/host-context.ts'
import type { EditorDocument } from '../../../../src/renderer/parts/workflow/document/document.ts'
import type { WorkflowWithValidation } from '../../../../src/shared/api/workflows.ts'

export function workflowOf(
  { name, description, graph, layout }: EditorDocument,
  over: Partial<WorkflowWithValidation> = {},
): WorkflowWithValidation {
  return {
    id: 'wf',
    organization_id: 'org',
    name,
    description,
    readme: null,
    graph,
    layout,
    template_key: null,
    status: 'draft',
    last_run_id: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: null,
    validation: [],
    ...over,
  }
}

export interface FakeHost extends Host {
  workflow: WorkflowWithValidation
  /** Ids of all calls, in order. */
  calls: string[]
  reachable: boolean
}

export function fakeHost(workflow: WorkflowWithValidation): FakeHost {
  const host = {
    workflow,
    calls: [] as string[],
    reachable: true,
    info: {
      host: 'web',
      version: '0.0.0',
      os: 'linux',
      native_dialogs: false,
      files_base: '/files',
      upload_url: '/uploads',
    },
    api: async (id: string, input: { body?: Partial<WorkflowWithValidation> }) => {
      host.calls.push(id)
      if (!host.reachable) throw new HostError({ code: 'unreachable', message: 'No answer.', details: [] })
      if (id === 'workflows.get') return structuredClone(host.workflow)
      if (id === 'workflows.update') {
        const updated_at = new Date(Date.parse('2026-01-01') + host.calls.length).toISOString()
        host.workflow = structuredClone({ ...host.workflow, ...input.body, updated_at })
        return host.workflow
      }
      if (id === 'models.list') return { data: [], total: 0, has_more: false }
      if (id === 'workflows.run') return { run_id: 'run-1', deposit_micro_usd: 0, status_url: null }
      throw new HostError({ code: 'not_found', message: `No ${id}.`, details: [] })
    },
    studio: {
      describeSource: async () => null,
      followRun: async function* () {},
    },
  }
  return host as unknown as FakeHost
}

export function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (k: string) => items.get(k) ?? null,
    setItem: (k: string, v: string) => void items.set(k, v),
    removeItem: (k: string) => void items.delete(k),
    key: (i: number) => [...items.keys()][i] ?? null,
    get length() {
      return items.size
    },
  } as unknown as Storage
}
