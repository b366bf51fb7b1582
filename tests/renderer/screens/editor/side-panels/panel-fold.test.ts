import { beforeEach, describe, expect, it } from 'vitest'
import { setUi, uiStore } from '../../../../../src/renderer/screens/editor/session/ui-store.ts'
import {
  foldedAt,
  isShown,
  showPanel,
  togglePanel,
} from '../../../../../src/renderer/screens/editor/side-panels/side-panels.tsx'

const palette = { palette: true, outline: false }
const both = { palette: true, outline: true }
const shown = (panel: 'palette' | 'outline') => isShown(uiStore.getState(), panel)

describe('side panels', () => {
  beforeEach(() => setUi({ palette: true, outline: false, folded: [], unfolded: [] }))

  it('fold when the window leaves the canvas too little space: the palette first, then the outline', () => {
    expect(foldedAt(1230, both)).toEqual([])
    expect(foldedAt(1100, both)).toEqual(['palette'])
    expect(foldedAt(850, both)).toEqual(['outline', 'palette'])
    expect(foldedAt(970, palette)).not.toContain('palette')
    expect(foldedAt(850, palette)).toContain('palette')
  })

  it('open anyway on request, and the other one folds', () => {
    setUi({ folded: foldedAt(1000, palette) })
    expect(shown('palette')).toBe(true)
    showPanel('outline', true)
    expect(shown('outline')).toBe(true)
    setUi({ folded: foldedAt(1000, both, uiStore.getState().unfolded) })
    expect([shown('outline'), shown('palette')]).toEqual([true, false])
  })

  it('unfold when there is space, including one opened and closed meanwhile, but none closed before', () => {
    setUi({ folded: foldedAt(850, palette) })
    expect(shown('palette')).toBe(false)
    togglePanel('palette')
    expect(shown('palette')).toBe(true)
    togglePanel('palette')
    expect(shown('palette')).toBe(false)
    setUi({ folded: foldedAt(1400, palette) })
    expect(shown('palette')).toBe(true)
    togglePanel('palette')
    setUi({ folded: foldedAt(850, { palette: false, outline: false }) })
    setUi({ folded: foldedAt(1400, { palette: false, outline: false }) })
    expect(shown('palette')).toBe(false)
  })
})
