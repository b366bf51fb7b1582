/**
 * Before each file of a screen: time limits for busy machines; after each test its screen is removed, with its
 * notifications, its pending deletions and its browser storage.
 */
import './window.ts'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { usePendingDeletes } from '../../src/renderer/base/ui/pending-deletes.ts'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 })
// happy-dom has no document.fonts, which an autosizing text area listens to.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
afterEach(() => {
  cleanup()
  // They are cached beside the screens, and files share what was loaded.
  notifications.clean()
  // Files share a window, too: a filter that one keeps would hide rows of the next.
  window.sessionStorage.clear()
  window.localStorage.clear()
  // What one file has deleted may have the id of what the next one shows.
  usePendingDeletes.setState({ ids: new Set() })
})
// A part that a screen loads lazily must arrive in the file that requested it, since files share failed modules too.
afterAll(() => vi.dynamicImportSettled())
