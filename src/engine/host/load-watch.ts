/** Sums the CPU and memory usage that the engine children report with each heartbeat. */
import type { EngineLoad } from '../../shared/engine-contract/job.ts'
import type { Usage } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'

export interface LoadWatch {
  watch(child: EngineChild): void
  load(): EngineLoad
}

export function createLoadWatch(): LoadWatch {
  /** Null until the first beat. */
  const usages = new Map<EngineChild, Usage | null>()
  return {
    watch(child) {
      usages.set(child, null)
      child.onMessage((message) => {
        if (message.type === 'beat' && usages.has(child)) usages.set(child, message.usage)
      })
      child.onExit(() => usages.delete(child))
    },
    load() {
      const all = [...usages.values()]
      return {
        processes: all.length,
        cpuShare: Math.min(
          1,
          all.reduce((sum, usage) => sum + (usage?.cpuShare ?? 0), 0),
        ),
        memoryBytes: all.reduce((sum, usage) => sum + (usage?.memoryBytes ?? 0), 0),
      }
    },
  }
}
