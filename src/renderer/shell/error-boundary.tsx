/** Catches rendering errors of a screen, so that the rest of the app stays usable. */
import { Button, Code } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import classes from './shell.module.css'

interface Props {
  /** A change resets the boundary, so that another screen does not show this one's error. */
  resetKey: string
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <div className={classes.fault} role="alert">
        <h1>{texts.shell.errorBoundary.title}</h1>
        <p>{texts.shell.errorBoundary.safe}</p>
        <Code block>{error.message}</Code>
        <Button onClick={() => this.setState({ error: null })}>{texts.ui.words.tryAgain}</Button>
      </div>
    )
  }
}
