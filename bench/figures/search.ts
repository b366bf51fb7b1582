/** Search in a million descriptors: the index that the platform uses, against the comparison with all of them. */
import { stage } from '../child.ts'
import type { Figure, Part } from '../figure.ts'

export const search: Part = {
  name: 'search',
  title: 'Search for similar images in one data set',
  async measure(): Promise<Figure[]> {
    const f = await stage('search', { vectors: VECTORS })
    const of = `of ${VECTORS.toLocaleString('en')} descriptors of 256 bytes`
    return [
      {
        title: `The 70 nearest ${of}`,
        value: f.searchP95Ms,
        unit: 'ms',
        limit: 100,
        detail: `p95 of ${f.queries}; median ${f.searchP50Ms.toFixed(2)} ms, slowest ${f.searchMaxMs.toFixed(2)} ms`,
      },
      {
        title: 'Nearest ten that the index misses, of a hundred',
        value: 100 * (1 - f.recall),
        unit: '',
        limit: 5,
        detail: `recall at 10 of ${f.recall.toFixed(3)} after ordering the 70 by their exact similarity; ${f.plainRecall.toFixed(3)} without`,
      },
      {
        title: 'Memory of the index',
        value: f.indexMb,
        unit: 'MB',
        limit: 1000,
        detail: `resident; a file of ${f.fileMb.toFixed(0)} MB`,
      },
      {
        title: 'Building it from the rows, CPU time',
        value: f.buildCpuS,
        unit: 's',
        limit: null,
        detail: `${((1000 * f.buildCpuS) / VECTORS).toFixed(2)} ms a descriptor; ${f.buildS.toFixed(0)} s of wall time`,
      },
    ]
  },
}

const VECTORS = 1_000_000
