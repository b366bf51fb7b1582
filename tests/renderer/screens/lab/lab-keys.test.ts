import { describe, expect, it } from 'vitest'
import { playerCommand } from '../../../../src/renderer/parts/run/player/player-keys.ts'
import { classKeys, labCommand } from '../../../../src/renderer/screens/lab/player/key-list.tsx'

const NAMES = ['bicycle', 'car', 'pedestrian', 'truck', 'bus', 'caravan', 'np']
const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('keys of the lab', () => {
  it('give each class a letter that has no other meaning', () => {
    const keys = classKeys(NAMES)
    expect([...keys.keys()]).toEqual(NAMES)
    expect(new Set(keys.values()).size).toBe(NAMES.length)
    for (const [name, key] of keys) {
      expect(playerCommand({ key, shiftKey: false })).toBeNull()
      expect(labCommand(press(key), new Map())).toBeNull()
      expect(labCommand(press(key), keys)).toEqual({ do: 'class', name })
    }
  })

  it('do not collide with the player’s keys', () => {
    for (const key of ['1', '2', 'l', 'o', 'x', 'Delete'])
      expect([key, playerCommand({ key, shiftKey: false })]).toEqual([key, null])
  })

  it('mark, undo and redo', () => {
    expect(labCommand(press('1'), new Map())).toEqual({ do: 'mark', which: 0 })
    expect(labCommand(press('2'), new Map())).toEqual({ do: 'mark', which: 1 })
    expect(labCommand(press('z', { ctrlKey: true }), new Map())).toEqual({ do: 'undo' })
    expect(labCommand(press('y', { ctrlKey: true }), new Map())).toEqual({ do: 'redo' })
    expect(labCommand(press('Z', { metaKey: true, shiftKey: true }), new Map())).toEqual({ do: 'redo' })
    expect(labCommand(press('1', { ctrlKey: true }), new Map())).toBeNull()
  })
})
