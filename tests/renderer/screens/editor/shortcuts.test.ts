// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { isField, keysFor, keysOf, rebound } from '../../../../src/renderer/base/commands/key-bindings.ts'
import { capsOf } from '../../../../src/renderer/base/commands/key-caps.ts'
import { COMMANDS, commandOf } from '../../../../src/renderer/screens/editor/commands/command-list.ts'
import { bindings } from '../../../../src/renderer/screens/editor/shortcuts.ts'

const press = (key: string, mods: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {}) =>
  keysOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...mods })

describe('keys', () => {
  it('mean the same with Control and Command, regardless of case', () => {
    expect(press('z', { ctrlKey: true })).toBe('Ctrl+Z')
    expect(press('Z', { metaKey: true, shiftKey: true })).toBe('Ctrl+Shift+Z')
  })

  it('match a symbol as it is, wherever the keyboard has it', () => {
    expect(press('/', { shiftKey: true })).toBe('/')
  })

  it('are each bound only once', () => {
    const all = COMMANDS.flatMap((c) => c.keys)
    expect(new Set(all).size).toBe(all.length)
    expect(new Set(COMMANDS.map((c) => c.id)).size).toBe(COMMANDS.length)
  })

  it('leave text fields to typing, but not checkboxes', () => {
    const input = (type: string) => Object.assign(document.createElement('input'), { type })
    expect(isField(input('text'))).toBe(true)
    expect(isField(document.createElement('textarea'))).toBe(true)
    expect(isField(input('checkbox'))).toBe(false)
    expect(isField(document.body)).toBe(false)
  })
})

describe('keys that the user changed', () => {
  it('are removed from the command that had them, and restored with its reset', () => {
    const group = commandOf('group')
    const changed = rebound(COMMANDS, {}, group, ['Ctrl+D'])
    expect(keysFor(commandOf('duplicate'), changed)).toEqual([])
    expect(bindings(changed).get('Ctrl+D')?.id).toBe('group')
    expect(bindings(changed).has('Ctrl+G')).toBe(false)
    const back = rebound(COMMANDS, rebound(COMMANDS, changed, group, group.keys), commandOf('duplicate'), ['Ctrl+D'])
    expect(back).toEqual({})
  })

  it('never change the browser’s own keys', () => {
    expect(keysFor(commandOf('copy'), { copy: ['Q'] })).toEqual(['Ctrl+C'])
  })

  it('are shown as caps, a plus among them', () => {
    expect(capsOf('Ctrl+Shift+ArrowLeft')).toEqual(['Ctrl', 'Shift', '←'])
    expect(capsOf('Ctrl++')).toEqual(['Ctrl', '+'])
    expect(capsOf('+')).toEqual(['+'])
  })
})
