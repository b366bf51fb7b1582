/** Before each file of a screen: patience for busy machines; after each test its screen goes, with what was said on it. */
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 })
afterEach(() => {
  cleanup()
  // They are kept beside the screens, and files share what was loaded.
  notifications.clean()
})
