// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { isField, keysOf, SHORTCUTS } from '../../../src/renderer/editor/shortcuts.ts'

const press = (key: string, mods: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {}) =>
  keysOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...mods })

describe('keys', () => {
  it('mean the same with Control and Command, and whatever the case', () => {
    expect(press('z', { ctrlKey: true })).toBe('Ctrl+Z')
    expect(press('Z', { metaKey: true, shiftKey: true })).toBe('Ctrl+Shift+Z')
  })

  it('take a sign as it is, wherever the keyboard has it', () => {
    expect(press('/', { shiftKey: true })).toBe('/')
  })

  it('are each bound once', () => {
    expect(new Set(SHORTCUTS.map((s) => s.keys)).size).toBe(SHORTCUTS.length)
  })

  it('leave text fields to typing, not check boxes', () => {
    const input = (type: string) => Object.assign(document.createElement('input'), { type })
    expect(isField(input('text'))).toBe(true)
    expect(isField(document.createElement('textarea'))).toBe(true)
    expect(isField(input('checkbox'))).toBe(false)
    expect(isField(document.body)).toBe(false)
  })
})
