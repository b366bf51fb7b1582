/** The view state of a run's inspector: layers, classes, the selected track and the selected evidence. */
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Evidence } from '../../../../shared/domain/evidence.ts'
import { type Drawn, LAYERS, type Layer, type RunScene } from '../overlay/run-scene.ts'
import { type View, WHOLE } from '../overlay/view.ts'

export interface Inspected extends Drawn {
  evidence: Evidence | null
  view: View
}

export interface Inspector {
  store: StoreApi<Inspected>
  /** Adopts the layers of the run's own video, unless the user has already changed them. */
  adopt(scene: RunScene): void
  toggleLayer(layer: Layer): void
  toggleClass(name: string): void
  showClasses(hidden: Iterable<string>): void
  /** Null clears the selection. Selecting a track clears evidence about another track. */
  chooseTrack(id: number | null): void
  chooseEvidence(evidence: Evidence | null): void
  setView(change: (view: View) => View): void
}

const START: Inspected = {
  layers: {
    boxes: true,
    labels: true,
    confidence: false,
    masks: true,
    keypoints: true,
    trails: true,
    geometries: true,
  },
  trailS: 2,
  hiddenClasses: new Set(),
  trackId: null,
  evidence: null,
  view: WHOLE,
}

export function createInspector(): Inspector {
  const store = createStore<Inspected>()(() => START)
  const set = store.setState
  let touched = false
  return {
    store,
    adopt({ drawing, styles }) {
      if (touched) return
      const wanted = LAYERS.map((layer) => [layer, drawing[layer] ?? START.layers[layer]])
      const hidden = Object.entries(styles).filter(([, style]) => style.hidden)
      set({
        layers: Object.fromEntries(wanted) as Inspected['layers'],
        trailS: typeof drawing.trail_s === 'number' ? drawing.trail_s : START.trailS,
        hiddenClasses: new Set(hidden.map(([name]) => name)),
      })
    },
    toggleLayer(layer) {
      touched = true
      set(({ layers }) => ({ layers: { ...layers, [layer]: !layers[layer] } }))
    },
    toggleClass(name) {
      touched = true
      set(({ hiddenClasses }) => {
        const next = new Set(hiddenClasses)
        if (!next.delete(name)) next.add(name)
        return { hiddenClasses: next }
      })
    },
    showClasses(hidden) {
      touched = true
      set({ hiddenClasses: new Set(hidden) })
    },
    chooseTrack: (trackId) => set((s) => ({ trackId, evidence: s.evidence?.track_id === trackId ? s.evidence : null })),
    chooseEvidence: (evidence) => set({ evidence, trackId: evidence?.track_id ?? null }),
    setView: (change) => set(({ view }) => ({ view: change(view) })),
  }
}

export const useInspected = <T>(inspector: Inspector, pick: (state: Inspected) => T): T =>
  useStore(inspector.store, pick)
