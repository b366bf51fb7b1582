import { describe, expect, it } from 'vitest'
import { createAutosave } from '../../../../src/renderer/screens/lab/truth/open-truth.ts'

describe('saving marks', () => {
  it('is done one write at a time and ends with the newest', async () => {
    const written: number[] = []
    let atOnce = 0
    let most = 0
    const autosave = createAutosave<number>(
      async (value) => {
        most = Math.max(most, ++atOnce)
        await new Promise(setImmediate)
        written.push(value)
        atOnce--
      },
      () => {},
    )
    autosave.changed(1)
    const first = autosave.flush()
    autosave.changed(2)
    autosave.changed(3)
    await Promise.all([first, autosave.flush()])
    expect(written).toEqual([1, 3])
    expect(most).toBe(1)
  })

  it('reports a failure and writes the same value on the next flush', async () => {
    const states: string[] = []
    let broken = true
    const written: number[] = []
    const autosave = createAutosave<number>(
      async (value) => {
        if (broken) throw new Error('the disk is full')
        written.push(value)
      },
      (state) => states.push(state),
    )
    autosave.changed(7)
    await autosave.flush()
    expect(states).toEqual(['saving', 'failed'])
    broken = false
    await autosave.flush()
    expect(written).toEqual([7])
    expect(states.at(-1)).toBe('saved')
  })
})
