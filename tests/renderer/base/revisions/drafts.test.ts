import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { createDrafts } from '../../../../src/renderer/base/revisions/drafts.ts'
import { memoryStorage } from '../../screens/editor/fake-host.ts'

function aBrowser() {
  const storage = memoryStorage()
  const open = new Set<string>()
  const window = (id: string, name = 'wf') => {
    open.add(id)
    return createDrafts(name, Type.String(), storage, { id, isOpen: async (other) => open.has(other) })
  }
  return { storage, open, window }
}

describe('drafts', () => {
  it('are written and removed by their own window, and returned to the next one when it is closed', async () => {
    const { window, open, storage } = aBrowser()
    const [one, two] = [window('one'), window('two')]
    one.write('of one')
    two.write('of two')
    two.clear()
    expect(await two.left()).toEqual([])
    open.delete('one')
    const [left] = await two.left()
    expect(left?.value).toBe('of one')
    left?.remove()
    expect(storage.length).toBe(0)
  })

  it('are found again by their own window, under their own name only', async () => {
    const { window } = aBrowser()
    window('one').write('mine')
    expect(await window('one').left()).toMatchObject([{ value: 'mine' }])
    expect(await window('one', 'w').left()).toEqual([])
  })

  it('are skipped when they are damaged, and cause no error when storage is full', async () => {
    const { window, storage } = aBrowser()
    storage.setItem('sightline.draft.wf@gone', '{"at":1,"value":')
    storage.setItem('sightline.draft.wf@also', '{"at":1,"value":7}')
    expect(await window('one').left()).toEqual([])
    storage.setItem = () => {
      throw new Error('full')
    }
    expect(() => window('one').write('much')).not.toThrow()
  })
})
