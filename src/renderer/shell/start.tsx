/** Renders the page: styles, the bridge to the host, and the app. */
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '../base/ui/base.css'
import { notifications } from '@mantine/notifications'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connect } from '../base/host/connect.ts'
import { ownTextsFailed } from '../texts/own-texts.ts'
import { texts } from '../texts/texts.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App connection={connect(window)} />
  </StrictMode>,
)
if (ownTextsFailed()) notifications.show({ message: texts.shell.ownTextsFailed, color: 'yellow', autoClose: false })
