/** Opens a version as a workflow of its own. */
import type { VersionContent } from '../../shared/bridge/versions.ts'
import { type Host, HostError } from '../shell/host.ts'
import { navigate } from '../shell/route.ts'

const MOST_TRIES = 50

/** Under that name, or that name and a number where it is taken. */
export async function openCopy(host: Host, name: string, { graph, layout }: VersionContent): Promise<void> {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name.slice(0, 100) : `${name.slice(0, 94)} (${n})`
    try {
      const made = await host.api('workflows.create', { body: { name: free, graph, layout } })
      return navigate({ screen: 'editor', workflowId: made.id })
    } catch (error) {
      const taken = error instanceof HostError && error.code === 'name_conflict'
      if (!taken || n === MOST_TRIES) throw error
    }
  }
}
