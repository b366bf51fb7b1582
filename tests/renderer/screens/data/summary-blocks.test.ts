import { describe, expect, test } from 'vitest'
import { BLOCK, type ReadSummaries, SummaryBlocks } from '../../../../src/renderer/screens/data/grid/summary-blocks.ts'
import { idsOf, summariesOf } from './images.ts'

interface Asked {
  ids: readonly string[]
  signal: AbortSignal
  answer(): Promise<void>
  fail(): Promise<void>
}

/** Reads that wait until the test answers them. */
function reads() {
  const asked: Asked[] = []
  const read: ReadSummaries = (ids, signal) =>
    new Promise((resolve, reject) => {
      const settled = () => new Promise<void>((done) => setTimeout(done))
      asked.push({
        ids,
        signal,
        answer: () => {
          resolve(summariesOf(ids))
          return settled()
        },
        fail: () => {
          reject(new Error('The host is away.'))
          return settled()
        },
      })
    })
  return { asked, read }
}

const firstOf = ({ ids }: Asked) => ids[0]

describe('blocks of image summaries', () => {
  test('reads the blocks of the wanted images once, and reports their arrival', async () => {
    const { asked, read } = reads()
    const blocks = new SummaryBlocks(read)
    let arrivals = 0
    blocks.subscribe(() => arrivals++)
    blocks.show(idsOf(1_000))
    blocks.want(150, 450)
    blocks.want(160, 460)
    expect(asked.map(firstOf).sort()).toEqual(['image-0', 'image-200', 'image-400'])
    expect(blocks.at(150)).toBeUndefined()
    await asked.find((one) => firstOf(one) === 'image-0')?.answer()
    expect(blocks.at(150)?.filename).toBe('image-150.jpg')
    expect([arrivals, blocks.version()]).toEqual([1, 1])
  })

  test('the block in the middle of the view is read first', () => {
    const { asked, read } = reads()
    const blocks = new SummaryBlocks(read)
    blocks.show(idsOf(10_000))
    blocks.want(1_000, 1_600)
    expect(asked.map(firstOf)[0]).toBe('image-1200')
  })

  test('a block that the view has passed is cancelled, and its late answer is ignored', async () => {
    const { asked, read } = reads()
    const blocks = new SummaryBlocks(read)
    blocks.show(idsOf(100_000))
    blocks.want(0, 100)
    blocks.want(50_000, 50_100)
    expect(asked[0]?.signal.aborted).toBe(true)
    await asked[0]?.answer()
    expect(blocks.at(0)).toBeUndefined()
    expect(asked).toHaveLength(2)
  })

  test('a failed block is read again when it is wanted again, and the failure is known until then', async () => {
    const { asked, read } = reads()
    const blocks = new SummaryBlocks(read)
    blocks.show(idsOf(500))
    blocks.want(0, 100)
    await asked[0]?.fail()
    expect(blocks.error()).toEqual(new Error('The host is away.'))
    blocks.want(0, 101)
    await asked[1]?.answer()
    expect(blocks.error()).toBeNull()
    expect(blocks.at(5)).toBeDefined()
  })

  test('memory is bounded: blocks that were read long ago are read again', async () => {
    const { asked, read } = reads()
    const blocks = new SummaryBlocks(read)
    blocks.show(idsOf(100_000))
    for (let block = 0; block < 120; block++) {
      blocks.want(block * BLOCK, block * BLOCK + 10)
      await asked.at(-1)?.answer()
    }
    expect(blocks.at(0)).toBeUndefined()
    expect(blocks.at(119 * BLOCK)).toBeDefined()
    blocks.want(0, 10)
    expect(firstOf(asked.at(-1) as Asked)).toBe('image-0')
  })

  test('images in view stay in view, at their new places, until another list is read', async () => {
    const { asked, read } = reads()
    const blocks = new SummaryBlocks(read)
    const ids = idsOf(300)
    blocks.show(ids)
    blocks.want(0, 100)
    await asked[0]?.answer()
    blocks.show(ids.slice(3).reverse())
    expect(blocks.at(296)?.id).toBe('image-3')
    expect(blocks.at(0)).toBeUndefined()
  })

  test('a refresh reads the wanted images again and shows the former ones meanwhile', async () => {
    const { asked, read } = reads()
    const blocks = new SummaryBlocks(read)
    blocks.show(idsOf(100))
    blocks.want(0, 100)
    await asked[0]?.answer()
    blocks.refresh()
    expect(asked).toHaveLength(2)
    expect(blocks.at(7)).toBeDefined()
  })
})
