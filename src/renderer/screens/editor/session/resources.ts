/** External facts about a graph: models with their classes, and the files behind source handles. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Model } from '../../../../shared/api/models.ts'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { suitsOfRecord } from '../../../../shared/domain/suited-sources.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'

export interface Resources {
  /** Null until the first response. */
  readonly models: readonly Model[] | null
  /** By URI; null when the handle no longer resolves to a file. */
  readonly sources: ReadonlyMap<string, PickedSource | null>
  refreshModels(): Promise<void>
  /** Requests the file behind a handle from the host, once. */
  lookUp(uri: string): void
  remember(source: PickedSource): void
}
export type ResourceStore = StoreApi<Resources>

export function createResources(host: Host): ResourceStore {
  const asked = new Set<string>()
  return createStore<Resources>()((set) => ({
    models: null,
    sources: new Map(),
    refreshModels: async () => {
      try {
        set({ models: await readModels(host) })
      } catch {
        // Names and classes are optional here; the platform checks models before every run.
      }
    },
    lookUp: (uri) => {
      if (asked.has(uri)) return
      asked.add(uri)
      host.studio.describeSource({ uri }).then(
        (source) => set((s) => ({ sources: new Map(s.sources).set(uri, source) })),
        () => asked.delete(uri),
      )
    },
    remember: (source) => {
      asked.add(source.uri)
      set((s) => ({ sources: new Map(s.sources).set(source.uri, source) }))
    },
  }))
}

export const findModel = (models: readonly Model[] | null, ref: unknown): Model | undefined =>
  models?.find((m) => m.id === ref || m.name === ref)

/** Returns the source handles that a model was made for; undefined when the model is unknown or lists none. */
export const suitsOf = (models: readonly Model[] | null, ref: string): readonly string[] | undefined =>
  suitsOfRecord(findModel(models, ref)?.training_config)

/** Returns class names in the order of their indices; undefined for an unknown model. */
export function classesOf(models: readonly Model[] | null, ref: string): readonly string[] | undefined {
  const mapping = findModel(models, ref)?.class_mapping
  return mapping
    ? Object.entries(mapping)
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([, name]) => name)
    : undefined
}
