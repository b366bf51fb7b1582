/** Starts the page: styles, the bridge to the host, and the app. */
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'
import { connect } from './shell/connect.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App connection={connect(window)} />
  </StrictMode>,
)
