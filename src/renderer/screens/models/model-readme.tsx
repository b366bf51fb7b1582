/**
 * Renders a model card in GitHub's Markdown without loading or running anything from it. HTML is dropped, images are
 * replaced by their descriptions, and only links that a desktop app passes to the browser become links.
 */
import Markdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'
import { texts } from '../../texts/texts.ts'
import classes from './models.module.css'

export function ModelReadme({ text }: { text: string }) {
  return (
    <div className={classes.readme}>
      <Markdown
        skipHtml
        remarkPlugins={[gfm]}
        remarkRehypeOptions={{ footnoteLabel: texts.models.modelCard.footnotes, footnoteBackContent: '' }}
        components={COMPONENTS}
      >
        {text.replace(FRONT_MATTER, '')}
      </Markdown>
    </div>
  )
}

/** The metadata that model hubs store at the head of a card. */
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---(\r?\n|$)/

/** Headings start one level below the dialog's title. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h4>{children}</h4>,
  h5: ({ children }) => <h5>{children}</h5>,
  h6: ({ children }) => <h5>{children}</h5>,
  a: ({ href, children }) =>
    href?.startsWith('https://') ? (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    ) : (
      children
    ),
  img: ({ alt }) => alt,
  input: ({ checked }) => (checked ? '☑' : '☐'),
  table: ({ children }) => (
    <div className={classes.wide}>
      <table className="figures">{children}</table>
    </div>
  ),
}
