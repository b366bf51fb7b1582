/** Groups images by their number of annotations. */

export interface DensityGroup {
  least: number
  /** The same as the least for a group of one number; null for no end. */
  most: number | null
  images: number
}

const EDGES = [0, 1, 2, 3, 4, 5, 10, 20, 50, 100] as const

/** @param density numbers of annotations, mapped to numbers of images; groups after the last image are left out */
export function densityGroups(density: Readonly<Record<string, number>>): DensityGroup[] {
  const groups = EDGES.map((least, i): DensityGroup => {
    const next = EDGES[i + 1]
    return { least, most: next === undefined ? null : next - 1, images: 0 }
  })
  for (const [number, images] of Object.entries(density)) {
    const group = groups.findLast(({ least }) => least <= Number(number))
    if (group) group.images += images
  }
  const last = groups.findLastIndex(({ images }) => images > 0)
  return groups.slice(0, last + 1)
}
